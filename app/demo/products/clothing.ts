import type { ProductEntry } from "../products"

export const clothing: ProductEntry[] = [
  {
    slug: "heavy-cotton-t-shirt",
    name: "Heavy Cotton T-Shirt",
    desc: "A tee in 240 g organic jersey, knitted on slow loops so that it has no side seams to twist. The collar is bound twice and stays flat. Washed before cutting: what fits today fits next year.",
    price: 3200,
    stock: 180,
    alt: [
      "A moss-green cotton T-shirt laid flat",
      "A stack of four folded T-shirts in moss, white, clay and ink",
      "The T-shirt on a wooden hanger against a pale wall",
    ],
  },
  {
    slug: "oxford-shirt",
    name: "Oxford Shirt",
    desc: "A button-down shirt in pale blue oxford cloth, soft from the first day. Mother-of-pearl buttons, a box pleat and a tail short enough to wear loose. Irons well, and forgives you if you don't.",
    price: 8500,
    stock: 72,
    alt: [
      "A pale blue button-down shirt laid flat, sleeves folded in",
      "The shirt folded to a square, collar uppermost",
      "Collar, placket and buttons of the shirt, close up",
    ],
  },
  {
    slug: "lambswool-sweater",
    name: "Lambswool Sweater",
    desc: "A crew-neck pullover spun and knitted in a valley that has done little else for two hundred years. Two-ply lambswool with saddle shoulders and deep ribs at cuff and hem. Warm without weight, and the elbows can be darned.",
    price: 14000,
    stock: 37,
    alt: [
      "An oatmeal lambswool sweater laid flat, with ribbed cuffs and hem",
      "The sweater folded on a wooden chair",
      "Three balls of yarn and a swatch of the knit",
    ],
  },
  {
    slug: "chore-jacket",
    name: "Chore Jacket",
    desc: "A French work jacket in 320 g cotton drill, garment-dyed so that it fades at the seams. Three patch pockets outside, one within for a notebook. Size up to wear it over a jumper.",
    price: 16500,
    stock: 29,
    alt: [
      "A faded blue chore jacket laid flat, buttoned",
      "The jacket hanging from a brass hook beside a canvas bag",
      "A patch pocket with a pencil and a folding rule",
    ],
  },
  {
    slug: "straight-leg-jeans",
    name: "Straight-Leg Jeans",
    desc: "Selvedge denim, 13 ounces, cut straight from the hip with a rise that stays put. Copper rivets, chain-stitched hems, a button fly. Raw: wear them for a while before you wash them.",
    price: 12800,
    stock: 58,
    alt: [
      "Dark indigo jeans laid flat",
      "The jeans folded, with a turned-up selvedge hem",
      "Back pocket, rivets and leather patch, close up",
    ],
  },
  {
    slug: "striped-wool-scarf",
    name: "Striped Wool Scarf",
    desc: "A long merino scarf woven in narrow stripes and brushed on one side. 200 by 35 cm, with a hand-knotted fringe. Big enough for a cold platform, thin enough for a drawer.",
    price: 7000,
    stock: 2,
    alt: [
      "A wool scarf folded lengthwise, striped in rust, cream and ink",
      "The scarf rolled up and set on end, its stripes in rings",
      "The scarf over a peg next to a felt hat",
    ],
  },
  {
    slug: "fisherman-beanie",
    name: "Fisherman Beanie",
    desc: "A short, thick cap in ribbed merino that sits above the ears. Knitted in one piece, turned up once. Does not itch.",
    price: 2800,
    stock: 133,
    alt: [
      "A mustard ribbed beanie with a turned-up brim",
      "Five beanies in a row, from cream to ink",
      "The beanie on top of a folded sweater",
    ],
  },
  {
    slug: "everyday-socks-three-pairs",
    name: "Everyday Socks, Three Pairs",
    desc: "Combed cotton with a little elastane, a hand-linked toe and a heel knitted to last. Three pairs in quiet colours that can be matched in bad light. Washable at 60 degrees.",
    price: 2400,
    stock: 160,
    alt: [
      "Three pairs of cotton socks laid side by side in clay, oat and slate",
      "The socks banded together with a paper sleeve",
      "The socks drying on a line with wooden pegs",
    ],
  },
  {
    slug: "harbour-raincoat",
    name: "Harbour Raincoat",
    desc: "A hooded coat in rubberised cotton with taped seams and storm buttons. Cut wide so that it goes over everything, with deep pockets that drain. Made for the ferry and for walking the dog.",
    price: 19000,
    stock: 14,
    alt: [
      "A yellow hooded raincoat laid flat",
      "The raincoat on a hook with drops on its shoulders, an umbrella beside it",
      "Storm buttons, drawcords and pocket flaps of the coat, close up",
    ],
  },
  {
    slug: "bridle-leather-belt",
    name: "Bridle Leather Belt",
    desc: "A belt of one thickness of English bridle leather, 32 mm wide, with a solid brass buckle held by two screws. Edges are waxed by hand. Order it to your trouser size; there are five holes either way.",
    price: 5800,
    stock: 45,
    alt: [
      "A rolled tan leather belt with a brass buckle",
      "The buckle end of the belt with stitching and holes",
      "Three belts in tan, chestnut and black hanging side by side",
    ],
  },
]
