import type { ProductEntry } from "../products"

export const footwear: ProductEntry[] = [
  {
    slug: "court-sneakers",
    name: "Court Sneakers",
    desc: "Low trainers in full-grain white leather on a stitched rubber cup sole. The lining is undyed calf, so they are kind to bare ankles. They scuff gently, clean with a damp cloth and can be resoled.",
    price: 11000,
    stock: 76,
    alt: [
      "A white leather court sneaker in profile, with a green heel tab",
      "The pair from above, laces tied",
      "The sneakers in their open box, wrapped in tissue",
    ],
  },
  {
    slug: "ridge-trail-runners",
    name: "Ridge Trail Runners",
    desc: "Running shoes for wet roots and loose stone: a close-woven upper, 4 mm lugs and a foam that is firm underfoot. Quick-pull laces tuck into a pocket on the tongue. 268 g in size 42.",
    price: 14500,
    stock: 53,
    alt: [
      "A slate and orange trail running shoe in profile with a lugged sole",
      "The sole of the running shoe, showing its lugs",
      "The running shoe on a rock, with grasses behind it",
    ],
  },
  {
    slug: "chelsea-boots",
    name: "Chelsea Boots",
    desc: "Ankle boots cut from one piece of oiled calf, with elastic sides and a loop to pull them on. The leather sole is welted and wears a thin rubber half-sole for wet pavements. They take a week to become yours.",
    price: 23500,
    stock: 18,
    alt: [
      "A brown leather Chelsea boot in profile",
      "The pair from above, elastic sides and pull loops showing",
      "The boots on an oak bench with a brush and a tin of polish",
    ],
  },
  {
    slug: "plain-derby-shoes",
    name: "Plain Derby Shoes",
    desc: "Open-laced leather shoes with a round toe and nothing to go out of fashion. Goodyear-welted, lined in vegetable-tanned leather, made on a last with room for the toes. Black, because that is the one you need.",
    price: 26000,
    stock: 3,
    alt: [
      "A black derby shoe in profile with a stacked leather heel",
      "The pair from above with cedar shoe trees inside",
      "The shoes on a step beside the hem of grey trousers",
    ],
  },
  {
    slug: "fell-hiking-boots",
    name: "Fell Hiking Boots",
    desc: "Walking boots in waxed nubuck with a padded collar and a membrane that keeps water out. Six pairs of hooks, a rubber rand all the way round and a sole made for mud. A boot for carrying a tent, not for carrying a phone.",
    price: 22000,
    stock: 24,
    alt: [
      "A tan hiking boot in profile with red laces and a thick sole",
      "The pair from the front, laced to the top",
      "The boot by a tent at dusk with hills behind it",
    ],
  },
  {
    slug: "cork-sandals",
    name: "Cork Sandals",
    desc: "Two leather straps on a footbed of cork and natural latex that takes the shape of your foot in a fortnight. Suede lining, steel buckles, light rubber sole. For the garden, the harbour and the way to the letterbox.",
    price: 7500,
    stock: 95,
    alt: [
      "A pair of two-strap leather sandals with cork soles, from above",
      "One sandal from above and one turned over, showing the tread of its sole",
      "The sandals on sand-coloured boards at the edge of a striped towel",
    ],
  },
  {
    slug: "felt-slippers",
    name: "Felt Slippers",
    desc: "House shoes pressed from thick wool felt, warm in winter and dry in summer. The sole is thin suede, so they are quiet on wooden floors. They start snug and give half a size.",
    price: 4800,
    compareAtPrice: 6000,
    stock: 61,
    alt: [
      "A pair of grey felt slippers from above",
      "One slipper in profile with its suede sole and blanket stitch",
      "Three pairs in oat, grey and plum on a rug",
    ],
  },
  {
    slug: "harbour-rain-boots",
    name: "Harbour Rain Boots",
    desc: "Wellington boots in natural rubber with a cotton lining and a buckle at the side. Cut to mid-calf, with a heel low enough to drive in. Rinse them with the hose and hang them upside down.",
    price: 6800,
    stock: 0,
    alt: [
      "A tall dark green rubber boot in profile with a side buckle",
      "The pair standing together from the front, tops open",
      "The boots in a puddle under light rain",
    ],
  },
  {
    slug: "canvas-high-tops",
    name: "Canvas High-Tops",
    desc: "Ankle-high sneakers in heavy cotton canvas with a vulcanised rubber sole and eight brass eyelets. No padding, no logo. They look best after the first summer.",
    price: 6500,
    stock: 104,
    alt: [
      "A brick-red canvas high-top with a white rubber toe, in profile",
      "The high-top in three colours: brick, ink and ecru",
      "The pair hanging by their laces from a peg",
    ],
  },
]
