import type { ProductEntry } from "../products"

export const electronics: ProductEntry[] = [
  {
    slug: "halden-over-ear-headphones",
    name: "Halden Over-Ear Headphones",
    desc: "Closed wireless headphones with 40 mm drivers, lambskin pads and a spring-steel band that folds flat. Thirty-four hours on one charge, and a plain cable for the day you forget to charge them. Pads and battery can be replaced with a coin and two minutes.",
    price: 28900,
    stock: 42,
    alt: [
      "Over-ear headphones in warm grey with tan pads, seen from the front",
      "The headphones laid flat beside their coiled cable and felt pouch",
      "The headphones hanging from an oak peg above a shelf of books",
    ],
  },
  {
    slug: "aria-concert-headphone-system",
    name: "Aria Concert Headphone System",
    desc: "An electrostatic headphone and the valve amplifier built for it, matched by ear and by meter as one instrument. Four hand-selected triodes, a chassis milled from a single billet of aluminium, diaphragms thinner than a soap film. Built to order by three people in eleven weeks; delivered and set up in your home.",
    price: 2400000,
    stock: 2,
    alt: [
      "A valve amplifier with four glowing tubes and a pair of open headphones on a stand",
      "The amplifier from above: four valves, two transformers and the volume wheel",
      "The system on a walnut sideboard with a row of records beneath it",
    ],
  },
  {
    slug: "pocket-transistor-radio",
    name: "Pocket Transistor Radio",
    desc: "FM and DAB+ in a matt shell the size of a paperback. One wheel finds the station, one sets the volume, and there is nothing else to learn. Sixteen hours on the built-in battery.",
    price: 11900,
    stock: 64,
    alt: [
      "An ivory pocket radio with a round tuning dial and a perforated speaker",
      "The radio in three colours: ivory, moss and brick",
      "The radio on a window sill in the morning, aerial up, next to a sprig in a glass",
    ],
  },
  {
    slug: "belt-drive-record-player",
    name: "Belt-Drive Record Player",
    desc: "A turntable reduced to what the record needs: a heavy platter, a quiet motor on rubber feet and a straight carbon arm. The plinth is solid ash, oiled, not lacquered. Comes with a fitted cartridge, a felt mat and a dust cover; plays 33 and 45.",
    price: 64000,
    stock: 11,
    alt: [
      "A record player with an ash plinth seen from above, a record on the platter",
      "The record player from the side with its dust cover raised",
      "Close view of the cartridge resting in the groove of a record",
    ],
  },
  {
    slug: "bookshelf-speakers-pair",
    name: "Bookshelf Speakers, Pair",
    desc: "Two-way loudspeakers in walnut veneer, small enough for a shelf and calm enough to listen to all day. A 130 mm paper cone, a silk dome and a crossover with six parts. The linen grilles are held by magnets.",
    price: 78000,
    stock: 9,
    alt: [
      "A pair of walnut bookshelf speakers, cones uncovered",
      "One speaker with its linen grille in place, turned to show the walnut side",
      "The speakers on a shelf between records and a trailing plant",
    ],
  },
  {
    slug: "compact-35-camera",
    name: "Compact 35 Camera",
    desc: "A fixed 35 mm lens, a bright optical finder and dials you can read before you switch it on. The magnesium body is covered in embossed leather and fits a coat pocket. Files are honest and need little work.",
    price: 115000,
    stock: 6,
    alt: [
      "A compact camera in silver and black leather, seen from the front",
      "The camera from above: lens barrel, shutter release and two dials",
      "The camera with its leather strap beside two rolls of film and a few prints",
    ],
  },
  {
    slug: "pebble-wireless-earbuds",
    name: "Pebble Wireless Earbuds",
    desc: "Small earphones with a light seal that lets you hear the street when you want to. Eight hours in the ear, three more charges in the case. Four sizes of silicone tip in the box, and the case is shaped like something you would pick up on a beach.",
    price: 12900,
    stock: 118,
    alt: [
      "Two white earbuds standing in their open pebble-shaped case",
      "The pair of earbuds close up, one from the front and one from the side",
      "Three closed charging cases in chalk, sage and slate, seen from above",
    ],
  },
  {
    slug: "picnic-wireless-speaker",
    name: "Picnic Wireless Speaker",
    desc: "A cylinder of woven fabric with a strap to hang it from a branch. Sound goes all the way round, rain runs off, and a day outdoors uses about half the battery. Two of them make a stereo pair.",
    price: 8500,
    stock: 87,
    alt: [
      "A cylindrical speaker covered in rust-coloured fabric with a leather strap",
      "The top of the speaker from above: a ring of light around the volume dial",
      "The speaker on a checked cloth with two lemons and a glass of water",
    ],
  },
  {
    slug: "travel-alarm-clock",
    name: "Travel Alarm Clock",
    desc: "A quartz alarm clock with a silent movement and hands that can be read in the dark. The alarm starts softly and insists only after a minute. One AA battery lasts two years.",
    price: 3800,
    stock: 140,
    alt: [
      "A square white alarm clock with black hands and a yellow second hand",
      "The back of the clock with its setting wheels and battery door",
      "The clock on a bedside stool with a book and a small lamp",
    ],
  },
  {
    slug: "braided-usb-c-cable",
    name: "Braided USB-C Cable",
    desc: "Two metres of cotton-braided charging cable with aluminium plugs and a leather tie. Carries 100 watts and ordinary data. Tested to twenty thousand bends, which is about ten years of a desk.",
    price: 1200,
    stock: 200,
    alt: [
      "A braided charging cable in a neat coil, held by a leather tie",
      "The two aluminium plugs of the cable, side by side",
      "Three coiled cables in rust, indigo and oat",
    ],
  },
]
