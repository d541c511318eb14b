import type { ProductEntry } from "../products"

export const household: ProductEntry[] = [
  {
    slug: "balanced-task-lamp",
    name: "Balanced Task Lamp",
    desc: "A desk lamp with two sprung arms that stays where you leave it. The shade is spun aluminium, the joints are brass, and the warm LED dims from the switch on the head. Reaches 78 cm; comes with a base and a clamp.",
    price: 12800,
    stock: 33,
    alt: [
      "An articulated desk lamp in dark green with brass joints",
      "The head of the lamp from below, its disc of light on",
      "The lamp over a desk with an open notebook and a pencil",
    ],
  },
  {
    slug: "opal-table-lamp",
    name: "Opal Table Lamp",
    desc: "A dome of mouth-blown opal glass on a short stem, for the corner that is always too dark. Light falls through the glass and beneath it, so faces look well in it. Textile flex with a dimmer, 32 cm high.",
    price: 14900,
    stock: 20,
    alt: [
      "A mushroom-shaped table lamp of opal glass, lit",
      "The lamp in opal, amber and smoke",
      "The lamp on a side table next to an armchair in the evening",
    ],
  },
  {
    slug: "herringbone-wool-throw",
    name: "Herringbone Wool Throw",
    desc: "A blanket of new wool woven in herringbone, 130 by 190 cm, with a twisted fringe. Spun from undyed fleece in two natural shades. For the sofa, the train and the end of the bed.",
    price: 12000,
    stock: 26,
    alt: [
      "A folded herringbone wool throw with a fringe",
      "The weave of the throw with one corner turned back",
      "The throw over the arm of a sofa",
    ],
  },
  {
    slug: "stoneware-vase",
    name: "Stoneware Vase",
    desc: "A shouldered vase with a narrow neck, made for one branch rather than a bouquet. Matt glaze outside, watertight within. 24 cm tall.",
    price: 4600,
    stock: 48,
    alt: [
      "A shouldered stoneware vase holding a single branch",
      "Three vases of different shapes in chalk, sand and charcoal",
      "The vase on a mantelpiece below a small framed print",
    ],
  },
  {
    slug: "station-wall-clock",
    name: "Station Wall Clock",
    desc: "A round wall clock, 30 cm across, with a dial you can read from the other room. The hands sweep without ticking. Steel case, mineral glass, one AA battery.",
    price: 5400,
    stock: 66,
    alt: [
      "A round wall clock with a white dial and a red second hand",
      "The clock seen at an angle, showing its steel case",
      "The clock on a kitchen wall above a shelf of jars",
    ],
  },
  {
    slug: "vetiver-hand-wash",
    name: "Vetiver Hand Wash",
    desc: "A liquid soap with vetiver, bergamot and a little rosemary. Made from olive and coconut oils, kind to hands that are washed often. 500 ml in amber glass; the refill pouch costs less and lasts twice as long.",
    price: 1900,
    stock: 125,
    alt: [
      "An amber glass pump bottle with a cream label",
      "The bottle and its paper refill pouch side by side",
      "The bottle at the edge of a stone basin below a tap",
    ],
  },
  {
    slug: "cedar-candle",
    name: "Cedar Candle",
    desc: "Rapeseed wax scented with cedar, tobacco leaf and a trace of smoke, poured into a tumbler you will want to keep. Burns for about 45 hours. Trim the wick and it will not soot.",
    price: 2600,
    stock: 81,
    alt: [
      "A lit candle in a smoked glass tumbler with a paper label",
      "The candle from above, a pool of wax around the flame",
      "The candle on a stack of books with a matchbox",
    ],
  },
  {
    slug: "long-spout-watering-can",
    name: "Long-Spout Watering Can",
    desc: "A slim can in powder-coated steel for reaching the pots at the back. Holds 1.2 litres, pours a thin stream and does not drip on the sill. Small enough to be left out.",
    price: 4400,
    stock: 57,
    alt: [
      "A slim watering can with a long curved spout",
      "The watering can from above with its round handle",
      "The can among three potted plants on a shelf",
    ],
  },
  {
    slug: "three-legged-oak-stool",
    name: "Three-Legged Oak Stool",
    desc: "A stool, a bedside table, a step to the top shelf. Solid oak with through-wedged legs, 45 cm high, soaped rather than varnished. Three legs never wobble.",
    price: 21000,
    stock: 0,
    alt: [
      "A three-legged oak stool with wedged joints",
      "The seat of the stool from above, wedges and grain showing",
      "The stool as a bedside table with a lamp and a glass of water",
    ],
  },
  {
    slug: "woven-seagrass-basket",
    name: "Woven Seagrass Basket",
    desc: "A round storage basket with two leather handles, woven by hand from seagrass over a steel ring. 40 cm across and 38 cm high: laundry, blankets, firewood, toys. Folds flat when you move house.",
    price: 3800,
    stock: 0,
    alt: [
      "A round woven seagrass basket with leather handles",
      "The basket from above with a blanket inside",
      "Three baskets nested by size on a wooden floor",
    ],
  },
]
