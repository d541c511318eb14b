import type { CategoryReviews } from "../reviews"

export const gamingReviews: CategoryReviews = {
  "orbit-wireless-controller": [
    [1, 5, "No stick drift after nine months of football every evening."],
    [3, 4.5, "Connects to everything I own. The short trigger setting is great for shooters."],
    [5, 4, "Comfortable for big hands. My daughter finds it large."],
    [8, 4.5, "Quiet buttons. My partner sleeps next to me, so that matters."],
    [10, 3.5, "Good pad, dull box, no cable included."],
    [12, 5, "The unpainted shell still looks new."],
    [4, 4, "Battery life is as stated. Charging port sits a bit deep."],
  ],
  "drift-handheld-console": [
    [5, 4.5, "Sleep and wake are instant, exactly what I wanted for the train."],
    [11, 4, "Screen is gorgeous indoors, so-so in the sun."],
    [1, 5, "Light enough for bed. Dangerous."],
    [12, 3, "Runs warm with demanding games and the fan can be heard."],
  ],
  "low-mechanical-keyboard": [
    [4, 5, "Quiet, low, and the one orange key makes me smile every morning."],
    [9, 4.5, "I write for a living. My wrists approve of the height."],
    [10, 4, "Swapped the switches in half an hour. The supplied puller is flimsy."],
    [0, 4.5, "Bought for games, used for everything."],
    [3, 2, "No German layout in stock, and nobody answered me when it will be."],
  ],
  "feather-gaming-mouse": [
    [1, 4.5, "So light that I thought the box was empty."],
    [12, 4, "Accurate and comfortable for small hands. Wheel steps are a bit soft."],
    [8, 5, "I'm left-handed and it's a proper mouse, not a compromise."],
  ],
  "walnut-arcade-stick": [
    [10, 5, "Heavy, precise, beautiful. Sits on the shelf as a sculpture when I lose."],
    [5, 4.5, "The octagon gate takes one screwdriver and five minutes. Excellent lever."],
  ],
  "walnut-chess-set": [
    [9, 5, "My father and I play by letter and each of us has this board now."],
    [2, 4, "Lovely weight. One bishop had a rough base, a bit of sandpaper fixed it."],
    [6, 5, "The sound of the pieces on the wood is half of the game."],
    [13, 4.5, "It folds flat and everything has its own bed. So satisfying."],
  ],
  "brass-dice-set": [
    [3, 4.5, "Critical hits feel heavier. My table hates me."],
    [11, 4, "Beautiful, loud, and they do dent wood. Get the tray."],
    [7, 3, "The four-sided die is basically a weapon."],
  ],
  "linen-playing-cards": [
    [0, 4.5, "They shuffle well from the first deal."],
    [6, 5, "The court cards have become family members. We call the jack of clubs Bernard."],
    [13, 4, "Pretty, and sturdier than the usual deck."],
    [2, 4.5, "Two months of cabin patience and the corners still look new."],
  ],
}
