const kept = new Map<string, HTMLImageElement>()

/**
 * The address of a picture that is fetched now, at the latest, and held for as long as the page
 * lives: what nobody shows for a moment is forgotten, and fetched and read anew in the middle of
 * play.
 */
export function keptPicture(url: string, fetchPriority: 'auto' | 'low' = 'auto'): string {
  if (!kept.has(url)) kept.set(url, Object.assign(new Image(), { fetchPriority, src: url }))
  return url
}
