import type { CategoryReviews } from "../reviews"

export const electronicsReviews: CategoryReviews = {
  "halden-over-ear-headphones": [
    [0, 5, "I wear glasses and most headphones hurt after an hour. These don't. The sound is even, nothing shouts."],
    [1, 4.5, "Battery really lasts. I charged them on Sunday and again the Sunday after."],
    [2, 5, "Bought a second pair for my husband so that I get mine back."],
    [3, 4, "Lovely build. Noise cancelling is not as strong as in my old pair, but I can hear trains coming, so fine."],
    [4, 3.5, "A bit heavy for me on long flights. Sound is very good."],
    [5, 5, "The pads came off with a coin, as promised. Why is this not normal?"],
    [6, 4.5, "Beautiful object. The tan pads darken a little with time, which suits them."],
    [
      7,
      2.5,
      "Pairing with two devices at once drops out in my flat. Support replied quickly, but the problem is still there.",
    ],
    [8, 5, "Perfect for the office. Nobody hears what I hear."],
    [9, 4, "Good sound with piano and voices, slightly polite with drums."],
    [10, 4.5, "Solid. The hinge feels like it belongs on a car door."],
    [11, 5, "Six months in, no complaints at all."],
    [12, 3, "Expected a hard case at this price. The felt pouch is nice but it is a pouch."],
    [13, 4.5, "J'adore. Light clamp, soft leather, lovely voices."],
  ],
  "aria-concert-headphone-system": [
    [
      10,
      5,
      "I sold a motorcycle for this. I have listened to the same forty records again and do not miss the motorcycle.",
    ],
    [
      6,
      4.5,
      "We use it in a mastering room. Extraordinary transparency; half a star off because the valves want forty minutes before they settle.",
    ],
  ],
  "pocket-transistor-radio": [
    [2, 5, "It does one thing. My mother of 83 uses it every day without having asked me a single question."],
    [7, 4, "DAB reception in the hills is patchy, but that's the hills. FM is lovely."],
    [13, 4.5, "So pretty on the kitchen shelf. The tuning wheel has exactly the right resistance."],
    [4, 3, "Wish it had a headphone socket."],
    [11, 5, "Small, warm sound, no app. More of this please."],
  ],
  "belt-drive-record-player": [
    [5, 5, "Set up in twenty minutes with the template in the box. Dead quiet background."],
    [9, 4.5, "Took me a while to level it, then it was a joy. The felt mat attracts dust."],
    [12, 4, "Great deck. You change speed by moving the belt, which I didn't know."],
    [0, 5, "The ash is gorgeous and matches nothing else I own. I am now replacing the rest."],
  ],
  "bookshelf-speakers-pair": [
    [3, 4.5, "Much bigger sound than the boxes suggest. Keep them away from the corner."],
    [8, 5, "The walnut grain runs on from one speaker to the other. Someone cared."],
    [1, 4, "Very good with a small amp. Not for parties."],
  ],
  "compact-35-camera": [
    [4, 5, "I have taken more pictures in two months than in the two years before. It is always with me."],
    [12, 4, "Finder is a delight, menus are short. Battery is only average, buy a spare."],
    [6, 4.5, "Colours straight out of the camera are so calm. I stopped editing."],
    [10, 2, "Autofocus hunts in dim light. For this money I expected better; I returned it."],
  ],
  "pebble-wireless-earbuds": [
    [8, 4, "Comfortable, and I can hear the doorbell. That was the point."],
    [5, 3.5, "Good for podcasts. On the bus you want more isolation."],
    [11, 4.5, "The case is so nice to hold that I fiddle with it in meetings."],
    [7, 1.5, "Left bud stopped charging after five weeks. Replaced under guarantee, so not zero."],
    [0, 4, "Smallest tips finally fit my ears."],
    [13, 5, "Très bien. Two weeks without thinking about them once."],
  ],
  "picnic-wireless-speaker": [
    [1, 5, "Survived a monsoon afternoon on the balcony."],
    [3, 4, "Nice full sound outdoors. The strap is shorter than it looks in the picture."],
    [9, 4.5, "We have two, in stereo, on the allotment."],
  ],
  "travel-alarm-clock": [
    [2, 5, "Phone is out of the bedroom at last."],
    [6, 4.5, "Truly silent. The soft start of the alarm is a kindness."],
    [10, 4, "Good clock. The hands glow for about four hours, not all night."],
    [12, 5, "Bought it for the look and kept it for the alarm."],
    [4, 4.5, "Small enough for hand luggage and the buttons can't be pressed by accident."],
    [8, 3.5, "Nice, but the light button is hard to find half asleep."],
    [11, 5, "A present for my father, who has already ordered another for the cottage."],
  ],
  "braided-usb-c-cable": [
    [7, 5, "It's a cable and I'm writing a review. It lies flat, it doesn't tangle, it charges my laptop."],
    [5, 4.5, "Leather tie smells nice, sorry."],
    [3, 3, "Fine, but slow for copying photographs. The text does say so."],
  ],
}
