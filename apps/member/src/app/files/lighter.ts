/** Longer sides say nothing more about a paper. */
const MAX_SIDE = 2_400
const QUALITY = 0.88

/**
 * A picture of a phone's camera at the size that is kept anyway: less to send, and its place and
 * camera stay on the phone. What the browser cannot decode is sent as it is.
 */
export async function lighter(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const made = await new Promise<Blob | null>(resolve =>
      canvas.toBlob(resolve, 'image/jpeg', QUALITY),
    )
    return made ?? file
  } catch {
    return file
  }
}
