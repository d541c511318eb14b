import { arcadeCabinet } from "./arcade-cabinet"
import { arcadeStick } from "./arcade-stick"
import { basket } from "./basket"
import { beanie } from "./beanie"
import { belt } from "./belt"
import { choppingBoard, spoon } from "./boards"
import { cable } from "./cable"
import { camera } from "./camera"
import { candle } from "./candle"
import { cards } from "./cards"
import { casserole } from "./casserole"
import { chessSet } from "./chess"
import { choreJacket } from "./chore-jacket"
import { alarmClock, wallClock } from "./clocks"
import { concertSystem } from "./concert-system"
import { controller } from "./controller"
import { courtSneaker } from "./court-sneaker"
import { dice } from "./dice"
import { earbuds } from "./earbuds"
import { espressoMachine } from "./espresso"
import { handWash } from "./hand-wash"
import { handheld } from "./handheld"
import { headphones } from "./headphones"
import { canvasHighTop } from "./high-top"
import { hikingBoot } from "./hiking-boots"
import { corkSandal, feltSlipper } from "./house-shoes"
import { jeans } from "./jeans"
import { kettle } from "./kettle"
import { keyboard } from "./keyboard"
import { knife } from "./knife"
import { tableLamp, taskLamp } from "./lamps"
import { chelseaBoot, derbyShoe } from "./leather-shoes"
import { speakers } from "./loudspeakers"
import { standMixer } from "./mixer"
import { mouse } from "./mouse"
import { mug } from "./mug"
import { pan } from "./pan"
import { picnicSpeaker } from "./picnic-speaker"
import { pourOver } from "./pour-over"
import { radio } from "./radio"
import { rainBoot } from "./rain-boots"
import { raincoat } from "./raincoat"
import { scarf } from "./scarf"
import type { Sheet } from "./sheet"
import { oxfordShirt, tShirt } from "./shirts"
import { socks } from "./socks"
import { sweater } from "./sweater"
import { throwBlanket } from "./throw"
import { trailRunner } from "./trail-runner"
import { turntable } from "./turntable"
import { vase } from "./vase"
import { wateringCan } from "./watering-can"
import { stool } from "./wooden-stool"

/** One picture of a product, drawn on a sheet. */
export type View = (s: Sheet) => string

/** Every product's drawing: its views, the one for the product grid first. */
export const album = {
  headphones,
  concertSystem,
  radio,
  turntable,
  speakers,
  camera,
  earbuds,
  picnicSpeaker,
  alarmClock,
  cable,
  courtSneaker,
  trailRunner,
  chelseaBoot,
  derbyShoe,
  hikingBoot,
  corkSandal,
  feltSlipper,
  rainBoot,
  canvasHighTop,
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
  controller,
  handheld,
  keyboard,
  mouse,
  arcadeStick,
  chessSet,
  dice,
  cards,
  arcadeCabinet,
  kettle,
  espressoMachine,
  mug,
  casserole,
  knife,
  choppingBoard,
  pourOver,
  pan,
  standMixer,
  spoon,
  taskLamp,
  tableLamp,
  throw: throwBlanket,
  vase,
  wallClock,
  handWash,
  candle,
  wateringCan,
  stool,
  basket,
} satisfies Record<string, View[]>

export type DrawingName = keyof typeof album
