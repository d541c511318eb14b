export const MAX_PICTURE_MB = 20
export const MAX_PICTURE_BYTES = MAX_PICTURE_MB * 1024 * 1024

/** The largest photographs of current cameras and telephones: 50 megapixels */
export const MAX_PIXELS = 8192 * 6144

/** The limit in megabytes of all pictures of one form or call, which may be base64: a third more */
export const MAX_PICTURES_MB = 32

export const PICTURE_HINT = `JPEG, PNG, WebP, GIF or AVIF, up to ${MAX_PICTURE_MB} MB (AVIF: 25 megapixels)`
