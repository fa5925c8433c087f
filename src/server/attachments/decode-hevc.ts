import type { Metadata, Sharp } from 'sharp'
import { crc32, deflateSync } from 'node:zlib'

type Library = typeof import('sharp').default

/** The most that phones produce, and that fits into memory. */
const MOST_PIXELS = 64_000_000

/** Signature and IHDR, in bytes. */
const PNG_HEAD = 33

/** Adds the color profile to a PNG, because sharp accepts none for raw pixels. */
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
 * Decodes an iPhone photo (HEIC) to a PNG of at most `pixels` a side: sharp reads its header but has no decoder. The
 * decoder applies the container's rotation; Exif repeats that and is dropped.
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
  // Not garbage-collected.
  heif.heif_image_release(image)
  heif.heif_image_handle_release(handle)
  heif.heif_context_free(context)
  return sharp(icc ? withProfile(png, icc) : png)
}
