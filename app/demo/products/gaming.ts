import type { ProductEntry } from "../products"

export const gaming: ProductEntry[] = [
  {
    slug: "orbit-wireless-controller",
    name: "Orbit Wireless Controller",
    desc: "A gamepad with magnetic sticks that do not drift and triggers with a short or a long travel. Works with computers, phones and most consoles, over the air or by cable. Forty hours a charge; the grips are unpainted, so there is nothing to wear off.",
    price: 6900,
    stock: 112,
    alt: [
      "A light grey game controller with two sticks and four coloured buttons",
      "Four controllers in chalk, moss, clay and ink, seen from above",
      "The controller on a wooden charging stand beside a small screen",
    ],
  },
  {
    slug: "drift-handheld-console",
    name: "Drift Handheld Console",
    desc: "A portable console with a 7-inch matt screen and full-size sticks. Plays the games you already own, sleeps in a second and wakes where you left. Weighs 410 g, which matters in bed.",
    price: 32900,
    stock: 34,
    alt: [
      "A handheld game console with a mountain scene on its screen",
      "The back of the console with its grips, vents and shoulder buttons",
      "The console with its zipped case, a charger and three game cards",
    ],
  },
  {
    slug: "low-mechanical-keyboard",
    name: "Low Mechanical Keyboard",
    desc: "A 65 % keyboard with quiet linear switches in a low aluminium case. Keycaps are dyed through, the switches can be swapped, the cable comes off. Good for games, kinder still to long letters.",
    price: 15900,
    stock: 41,
    alt: [
      "A compact mechanical keyboard in cream and grey with one orange key, from above",
      "Four keycaps and a switch, taken apart",
      "The keyboard on a felt mat in front of a monitor, with a cup",
    ],
  },
  {
    slug: "feather-gaming-mouse",
    name: "Feather Gaming Mouse",
    desc: "A 58-gram wireless mouse for either hand. Optical switches, an honest sensor and glides that can be replaced. Ninety hours between charges.",
    price: 7900,
    compareAtPrice: 9900,
    stock: 68,
    alt: [
      "A pale wireless mouse seen from above",
      "The mouse in profile",
      "The mouse at the end of its curved track on a dark desk mat",
    ],
  },
  {
    slug: "walnut-arcade-stick",
    name: "Walnut Arcade Stick",
    desc: "A fight stick with a steel top plate, walnut sides and eight arcade buttons that click the way you remember. The lever's gate can be turned from square to octagon. Heavy enough to stay in your lap.",
    price: 21000,
    stock: 3,
    alt: [
      "An arcade stick with a ball-top lever, eight buttons and walnut sides, from above",
      "The arcade stick from the side, lever and buttons in profile",
      "The stick's lever and red ball top, close up",
    ],
  },
  {
    slug: "walnut-chess-set",
    name: "Walnut Chess Set",
    desc: "A folding board in walnut and maple with weighted pieces in the same woods. The king is 76 mm tall; every piece sits in its own felt bed. Rules are not included, but they have not changed.",
    price: 14000,
    stock: 16,
    alt: [
      "A king, a knight and a pawn in walnut and maple",
      "The chessboard from above with a game under way",
      "The folded board, closed, with a rook on top",
    ],
  },
  {
    slug: "brass-dice-set",
    name: "Brass Dice Set",
    desc: "Seven solid brass dice for role-playing games, from four sides to twenty, in a walnut box with a sliding lid. Sharp edges, inked numbers, a satisfying weight. Use the tray: they dent tables.",
    price: 4200,
    stock: 25,
    alt: [
      "Brass dice of different shapes on a warm ground",
      "The seven dice in their walnut box, lid slid open",
      "Two dice in a leather rolling tray",
    ],
  },
  {
    slug: "linen-playing-cards",
    name: "Linen Playing Cards",
    desc: "Fifty-two cards and two jokers on linen-finished stock with our own plain court cards. They shuffle well and the corners last. Poker size, in a tuck box with a paper seal.",
    price: 1400,
    stock: 190,
    alt: [
      "A fan of playing cards with simple suit marks",
      "The tuck box of the cards with a geometric back pattern",
      "A hand of patience laid out in seven columns",
    ],
  },
  {
    slug: "upright-arcade-cabinet",
    name: "Upright Arcade Cabinet",
    desc: "A full-size arcade machine in birch plywood with a 24-inch screen, two players' controls and a coin slot that takes any washer. Ships in three boxes and goes together with one key. Sixty classic games licensed and installed, room for your own.",
    price: 389000,
    stock: 1,
    alt: [
      "An upright arcade cabinet with a lit marquee, from the front",
      "The cabinet from the side, showing its curved birch panel",
      "The control panel with two sticks and twelve buttons, from above",
    ],
  },
]
