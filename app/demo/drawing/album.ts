import { beanie, belt, scarf } from "./accessories"
import { arcadeCabinet, arcadeStick } from "./arcade"
import { basket } from "./basket"
import { candle, handWash } from "./bath"
import { choppingBoard, spoon } from "./boards"
import { hikingBoot, rainBoot } from "./boots"
import { cable } from "./cable"
import { camera } from "./camera"
import { cards } from "./cards"
import { casserole } from "./casserole"
import { chessSet } from "./chess"
import { alarmClock, wallClock } from "./clocks"
import { concertSystem } from "./concert-system"
import { controller } from "./controller"
import { dice } from "./dice"
import { earbuds } from "./earbuds"
import { espressoMachine } from "./espresso"
import { handheld } from "./handheld"
import { headphones } from "./headphones"
import { corkSandal, feltSlipper } from "./house-shoes"
import { choreJacket, raincoat } from "./jackets"
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
import type { Sheet } from "./sheet"
import { oxfordShirt, tShirt } from "./shirts"
import { canvasHighTop, courtSneaker } from "./sneakers"
import { socks } from "./socks"
import { sweater } from "./sweater"
import { throwBlanket } from "./throw"
import { trailRunner } from "./trail-runner"
import { turntable } from "./turntable"
import { vase } from "./vase"
import { wateringCan } from "./watering-can"
import { stool } from "./wooden-stool"

export type View = (s: Sheet) => string

export const album = {
  headphones,
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
  courtSneaker,
  trailRunner,
  chelseaBoot,
  derbyShoe,
  hikingBoot,
  corkSandal,
  feltSlipper,
  rainBoot,
  canvasHighTop,
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
  controller,
  handheld,
  keyboard,
  mouse,
  arcadeStick,
  chessSet,
  dice,
  cards,
  arcadeCabinet,
} satisfies Record<string, View[]>

export type DrawingName = keyof typeof album
