import { tShirt, oxfordShirt } from "./shirts"
import { sweater } from "./sweater"
import { choreJacket, raincoat } from "./jackets"
import { jeans } from "./jeans"
import { scarf, beanie, belt } from "./accessories"
import { socks } from "./socks"
import { courtSneaker, canvasHighTop } from "./sneakers"
import { trailRunner } from "./trail-runner"
import { chelseaBoot, derbyShoe } from "./leather-shoes"
import { hikingBoot, rainBoot } from "./boots"
import { corkSandal, feltSlipper } from "./house-shoes"
import { concertSystem } from "./concert-system"
import { radio } from "./radio"
import { turntable } from "./turntable"
import { speakers } from "./loudspeakers"
import { camera } from "./camera"
import { earbuds } from "./earbuds"
import { picnicSpeaker } from "./picnic-speaker"
import { alarmClock, wallClock } from "./clocks"
import { cable } from "./cable"
import { headphones } from "./headphones"
import type { Sheet } from "./sheet"

export type View = (s: Sheet) => string

export const album = {
  headphones,
  taskLamp: headphones,
  tableLamp: headphones,
  throw: headphones,
  vase: headphones,
  wallClock,
  handWash: headphones,
  candle: headphones,
  wateringCan: headphones,
  stool: headphones,
  basket: headphones,
  courtSneaker,
  trailRunner,
  chelseaBoot,
  derbyShoe,
  hikingBoot,
  corkSandal,
  feltSlipper,
  rainBoot,
  canvasHighTop,
  kettle: headphones,
  espressoMachine: headphones,
  mug: headphones,
  casserole: headphones,
  knife: headphones,
  choppingBoard: headphones,
  pourOver: headphones,
  pan: headphones,
  standMixer: headphones,
  spoon: headphones,
  tShirt,
  oxfordShirt,
  sweater,
  choreJacket,
  jeans,
  scarf,
  beanie,
  socks,
  raincoat,
  belt,
  concertSystem,
  radio,
  turntable,
  speakers,
  camera,
  earbuds,
  picnicSpeaker,
  alarmClock,
  cable,
  controller: headphones,
  handheld: headphones,
  keyboard: headphones,
  mouse: headphones,
  arcadeStick: headphones,
  chessSet: headphones,
  dice: headphones,
  cards: headphones,
  arcadeCabinet: headphones,
} satisfies Record<string, View[]>

export type DrawingName = keyof typeof album
