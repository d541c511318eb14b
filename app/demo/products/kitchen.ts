import type { ProductEntry } from "../products"

export const kitchen: ProductEntry[] = [
  {
    slug: "gooseneck-kettle",
    name: "Gooseneck Kettle",
    desc: "A 0.9-litre kettle with a slender spout for pouring coffee slowly and exactly where you want it. Brushed steel, a beech handle, and a base that keeps the water at the degree you set. Also makes perfectly good tea.",
    price: 9500,
    stock: 47,
    alt: [
      "A brushed-steel gooseneck kettle with a beech handle",
      "The kettle from above with lid, spout and handle",
      "The kettle pouring into a coffee dripper on a wooden stand",
    ],
  },
  {
    slug: "two-group-espresso-machine",
    name: "Two-Group Espresso Machine",
    desc: "A commercial espresso machine with two saturated groups, separate boilers and steam for a busy morning. Stainless panels come off with four screws; every gasket is a standard part. Needs a water line and 16 amps. Installation and a day of training are included.",
    price: 1140000,
    stock: 4,
    alt: [
      "A two-group espresso machine in steel and walnut, from the front",
      "A portafilter with walnut handle, tamper and dose of ground coffee, from above",
      "Espresso running from the spouts into a small cup",
    ],
  },
  {
    slug: "stoneware-mug",
    name: "Stoneware Mug",
    desc: "Thrown in a small pottery and glazed in speckled oat, with a bare foot and a handle that takes three fingers. Holds 320 ml. No two are quite alike.",
    price: 2200,
    stock: 150,
    alt: [
      "A speckled stoneware mug with a bare clay foot, steam rising",
      "The mug from above, filled with black coffee",
      "Three mugs in oat, sea and iron hanging from hooks under a shelf",
    ],
  },
  {
    slug: "cast-iron-casserole",
    name: "Cast-Iron Casserole",
    desc: "A 4.5-litre Dutch oven in enamelled cast iron for bread, beans and anything that wants three hours. The lid drips moisture back evenly; the knob is brass and takes any oven. Guaranteed for as long as you can lift it.",
    price: 18500,
    stock: 22,
    alt: [
      "A deep red enamelled casserole with its lid and brass knob",
      "The open casserole from above with a round loaf inside",
      "The casserole on a gas stove with the lid ajar and steam rising",
    ],
  },
  {
    slug: "chefs-knife-20-cm",
    name: "Chef's Knife, 20 cm",
    desc: "A cook's knife forged from carbon steel, ground thin and balanced at the bolster. The handle is smoked oak with two brass pins. It will darken with use; wipe it dry and it will outlast you.",
    price: 13500,
    stock: 31,
    alt: [
      "A chef's knife with a smoked oak handle, laid diagonally",
      "The knife on a board beside a halved lemon and sprigs of thyme",
      "Three knives of the range on a magnetic rail of oak",
    ],
  },
  {
    slug: "end-grain-chopping-board",
    name: "End-Grain Chopping Board",
    desc: "Blocks of oak set on end, so the blade parts the grain instead of cutting it. 42 by 30 cm, with finger grooves at both sides and a juice channel on one face. Oil it when it looks thirsty.",
    price: 6400,
    stock: 39,
    alt: [
      "A checkered end-grain oak chopping board from above",
      "The board standing against a tiled wall beside a jar of utensils",
      "The board with a sliced loaf and a bread knife",
    ],
  },
  {
    slug: "glass-coffee-maker",
    name: "Glass Coffee Maker",
    desc: "An hourglass of borosilicate glass with a wooden collar and a leather tie. Brews up to five cups through a paper filter, clear and clean. No moving parts; one good wash by hand.",
    price: 4800,
    stock: 0,
    alt: [
      "An hourglass-shaped glass coffee maker with a wooden collar, half full of coffee",
      "The wooden collar and leather tie of the coffee maker, close up",
      "The coffee maker with a filter, a scoop and two small cups",
    ],
  },
  {
    slug: "carbon-steel-pan-28-cm",
    name: "Carbon-Steel Pan, 28 cm",
    desc: "A frying pan as cooks like it: 2.5 mm of carbon steel, sloped sides and a long handle held by three rivets. Lighter than cast iron, hotter than stainless, and non-stick once seasoned. For gas, induction and campfire.",
    price: 7200,
    stock: 55,
    alt: [
      "A dark carbon-steel frying pan from above",
      "The pan in profile on its side, rivets showing",
      "The pan with two fried eggs and a sprig of herbs",
    ],
  },
  {
    slug: "stand-mixer",
    name: "Stand Mixer",
    desc: "A planetary mixer with a 4.8-litre steel bowl and a motor that does not mind rye dough. Whisk, paddle and hook in the box, all dishwasher-safe. Ten speeds, one lever, a cast housing.",
    price: 44900,
    stock: 12,
    alt: [
      "A sage-green stand mixer with a steel bowl, in profile",
      "Whisk, paddle and dough hook, laid side by side",
      "The mixer on a kitchen counter with flour, eggs and a bowl",
    ],
  },
  {
    slug: "beech-spoon",
    name: "Beech Spoon",
    desc: "A cooking spoon turned from one piece of European beech, 30 cm long, with a flat side for the corner of the pot. Unvarnished.",
    price: 450,
    stock: 200,
    alt: [
      "A beech cooking spoon, laid diagonally",
      "Spoons and spatulas standing in a stoneware jar",
      "The spoon resting across a bowl of soup",
    ],
  },
]
