import type { Metadata, Sharp } from 'sharp'
import { crc32, deflateSync } from 'node:zlib'

type Library = typeof import('sharp').default

/** As many as phones take, in the memory that there is. */
const MOST_PIXELS = 64_000_000

/** After the signature and IHDR, in bytes. */
const PNG_HEAD = 33

/** Says of a PNG without a profile which one its colours follow: sharp takes none for pixels. */
const withProfile = (png: Buffer, profile: Buffer): Buffer => {
  const chunk = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(chunk.length - 4)
  ends.writeUInt32BE(crc32(chunk), 4)
  return Buffer.concat([
    png.subarray(0, PNG_HEAD),
    ends.subarray(0, 4),
    chunk,
    ends.subarray(4),
    png.subarray(PNG_HEAD),
  ])
}

const withoutPadding = (rows: Uint8Array, stride: number, used: number): Uint8Array => {
  if (stride === used) return rows
  const packed = new Uint8Array((rows.length / stride) * used)
  for (let from = 0, to = 0; from < rows.length; from += stride, to += used)
    packed.set(rows.subarray(from, from + used), to)
  return packed
}

/**
 * A photo of an iPhone as a PNG, no larger than `pixels`: sharp knows what its head says, and has no decoder for it. It is upright
 * as its container says; its Exif says the same again, and is left out.
 */
export const openHEVC = async (
  sharp: Library,
  file: Buffer,
  pixels: number,
  { icc, hasAlpha }: Metadata,
): Promise<Sharp> => {
  const { default: heif } = await import('libheif-js/wasm-bundle.js')
  const context = heif.heif_context_alloc()
  heif.heif_context_read_from_memory(context, file)
  const handle = heif.heif_js_context_get_primary_image_handle(context)
  const [width, height] = [heif.heif_image_handle_get_width(handle), heif.heif_image_handle_get_height(handle)]
  if (width * height > MOST_PIXELS) throw new Error(`${width} by ${height} pixels are too many.`)
  const {
    image,
    channels: planes,
    message,
  } = heif.heif_js_decode_image2(
    handle,
    heif.heif_colorspace.heif_colorspace_RGB,
    hasAlpha ? heif.heif_chroma.heif_chroma_interleaved_RGBA : heif.heif_chroma.heif_chroma_interleaved_RGB,
  )
  if (!image) throw new Error(message)
  const [{ data, stride }] = planes
  const channels = hasAlpha ? 4 : 3
  const png = await sharp(withoutPadding(data, stride, width * channels), { raw: { width, height, channels } })
    .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 0 })
    .toBuffer()
  // Nobody else frees it.
  heif.heif_image_release(image)
  heif.heif_image_handle_release(handle)
  heif.heif_context_free(context)
  return sharp(icc ? withProfile(png, icc) : png)
}
