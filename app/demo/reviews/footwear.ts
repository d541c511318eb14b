import type { CategoryReviews } from "../reviews"

export const footwearReviews: CategoryReviews = {
  "court-sneakers": [
    [0, 5, "Plain, white, leather. I had been looking for these trainers for years."],
    [3, 4, "Run half a size large. Exchange was painless."],
    [5, 4.5, "Cleaned them with a cloth and some soap after a festival. Like new, nearly."],
    [8, 5, "No break-in, no blisters, barefoot from day one."],
    [9, 3.5, "Good leather, but the laces are too long. I cut mine."],
    [12, 4.5, "Second pair in four years. The first went to the cobbler and came back."],
    [13, 5, "They go with everything, even the black dress."],
    [2, 2, "Lovely shoe for somebody with narrower feet."],
  ],
  "ridge-trail-runners": [
    [7, 5, "Wet slabs on Ben Lawers, and I did not slip once."],
    [2, 4.5, "Great grip, firm foam. Takes three or four runs until the heel softens."],
    [10, 4, "600 km and the lugs still look healthy. The mesh has one small tear."],
    [1, 3, "Too stiff for road. Should have read the description."],
    [11, 4.5, "The lace pocket sounds like a gimmick, and then you wade through heather."],
  ],
  "chelsea-boots": [
    [6, 5, "A really beautiful piece of leather. One cut, no seam at the front."],
    [12, 4, "Stiff for the promised week, plus one more."],
    [0, 4.5, "Rubber half-sole makes all the difference on wet stone."],
    [4, 4, "Elegant. The pull loop could be a little wider."],
  ],
  "plain-derby-shoes": [
    [3, 5, "Wedding, two funerals, eleven interviews. Resoled once."],
    [9, 4.5, "Round toe, as shown. My feet say thank you."],
  ],
  "fell-hiking-boots": [
    [2, 5, "Five days on the Hardangervidda with 18 kilos. Dry, warm, no blister."],
    [7, 4.5, "Serious boots. Wax them before the first outing and they shrug off bog."],
    [10, 3.5, "Very well made but heavy for a day walk. I use them in winter only."],
    [13, 4, "The hooks hold. The red laces are more orange in daylight."],
  ],
  "cork-sandals": [
    [5, 4.5, "Two weeks of doubt, then the cork gave in and now they are mine."],
    [8, 4, "Comfortable, good arch. Keep them out of the rain."],
    [6, 5, "The only sandals I can walk a whole city in."],
    [11, 2.5, "Straps need an extra hole for narrow feet."],
    [1, 4.5, "Wear them at home, to the shop, everywhere."],
    [4, 4, "Simple and honest. Buckles feel solid."],
  ],
  "felt-slippers": [
    [9, 5, "Our floorboards are cold from October to April. Problem solved."],
    [2, 4.5, "Dense felt, holds its shape. Suede sole is silent, which the neighbours like too."],
    [12, 3, "Slippery on stairs until the suede roughens up."],
    [0, 5, "Gave three pairs as presents, kept one."],
  ],
  "harbour-rain-boots": [
    [7, 4.5, "Wide enough for thick socks, and the cotton lining dries overnight."],
    [13, 4, "Nice soft rubber. A white bloom appears at first and wipes off."],
    [11, 1, "Mine arrived with a leaking seam. Money back without questions, but I had wet feet first."],
  ],
  "canvas-high-tops": [
    [5, 5, "They do look best after the first summer."],
    [1, 4, "Flat as a board inside, as canvas sneakers should be. Add an insole if you stand all day."],
    [4, 4.5, "The brick red is a perfect colour."],
    [3, 3.5, "Canvas is thick and needs wearing in at the heel."],
    [6, 4, "Good shoe, fair price."],
  ],
}
