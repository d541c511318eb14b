import type { CategoryReviews } from "../reviews"

export const householdReviews: CategoryReviews = {
  "balanced-task-lamp": [
    [10, 5, "It stays where you leave it, to the millimetre."],
    [4, 4.5, "Warm light, no flicker, dims far enough for evening reading."],
    [9, 4, "The clamp takes table tops up to 5 cm. The base is very heavy, which is right."],
    [1, 4.5, "Green is darker than pictured, and better."],
    [12, 3, "Brass joints squeaked until I put a drop of oil on them."],
  ],
  "opal-table-lamp": [
    [6, 5, "Everyone looks ten years younger beside it."],
    [13, 4.5, "The glass is flawless. I wish the flex were longer."],
    [0, 4, "Lovely light, a little bright at the lowest setting."],
  ],
  "herringbone-wool-throw": [
    [2, 5, "Heavy enough to keep you on the sofa."],
    [7, 4.5, "Undyed wool, you can tell. It has lived through one dog so far."],
    [11, 4, "Sheds for the first two weeks, then stops."],
    [9, 4.5, "On the train, on the bed, on the balcony."],
  ],
  "stoneware-vase": [
    [4, 4.5, "One branch of quince and the room is done."],
    [13, 5, "The proportions are just right."],
    [8, 3.5, "Left a ring on the sideboard once, the foot is a bit rough."],
  ],
  "station-wall-clock": [
    [3, 4.5, "I can read it from the garden."],
    [10, 5, "No ticking at all. Accurate to a few seconds over three months."],
    [5, 4, "Nice and plain. Hanging hole is a bit small for a big screw."],
    [0, 4.5, "The kitchen feels punctual."],
  ],
  "vetiver-hand-wash": [
    [0, 5, "Smells of a garden after rain."],
    [1, 4, "Nice scent, not perfumed. The pump took a few strokes to start."],
    [3, 4.5, "I wash my hands forty times a shift. They are fine."],
    [6, 5, "Guests ask where it is from."],
    [8, 4.5, "Refill pouch is good value."],
    [11, 4, "Thin liquid, so one push is enough."],
    [13, 3.5, "I'd have liked more rosemary, less vetiver."],
    [2, 5, "Third refill."],
    [12, 4.5, "The amber bottle makes the whole bathroom look tidier."],
  ],
  "cedar-candle": [
    [9, 4.5, "Woody, dry, not sweet. Burns evenly."],
    [5, 3, "Scent is subtle. In a big room you won't notice it."],
    [11, 5, "The glass is now my toothbrush tumbler and I have ordered another candle."],
  ],
  "long-spout-watering-can": [
    [8, 5, "Reaches the fern behind the piano. No drips."],
    [4, 4.5, "Pretty enough to leave out, so the plants get watered."],
    [2, 4, "A litre goes quickly with thirty pots."],
    [6, 4.5, "Fine stream, good balance when full."],
  ],
  "three-legged-oak-stool": [
    [7, 5, "Our floor is from 1780 and nothing stands on it. This does."],
    [10, 4.5, "Proper wedged joints. I know what I'm looking at."],
    [12, 4, "Beautiful, though I expected it a little higher."],
  ],
  "woven-seagrass-basket": [
    [13, 4, "Smells of hay at first, which I liked."],
    [0, 3.5, "Good basket, not perfectly round."],
    [3, 4.5, "Blankets in, living room tidy."],
    [8, 4, "Sturdy handles. Please restock the large size."],
  ],
}
