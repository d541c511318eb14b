/** CRC-32's polynomial with the lowest power in the highest bit (RFC 1952, section 8) */
const POLYNOMIAL = 0xed_b8_83_20
const ONE = 0x80_00_00_00
const EIGHTH_POWER = 0x00_80_00_00

/**
 * Returns the CRC-32 of two texts one after the other: appending n bytes multiplies the first checksum by x^8n (Mark
 * Adler, https://stackoverflow.com/a/23126768).
 *
 * @param shift `shiftOf` the second text's length
 */
export function joinChecksums(first: number, second: number, shift: number): number {
  return (multiply(shift, first) ^ second) >>> 0
}

/** Returns x^8n modulo the polynomial, for n bytes. */
export function shiftOf(bytes: number): number {
  let [product, square] = [ONE, EIGHTH_POWER]
  for (let rest = bytes; rest > 0; rest >>>= 1) {
    if (rest & 1) product = multiply(square, product)
    square = multiply(square, square)
  }
  return product >>> 0
}

function multiply(one: number, other: number): number {
  let [product, shifted] = [0, other]
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (one & bit) product ^= shifted
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1
  }
  return product
}
