import { useQueryClient } from '@tanstack/react-query'
import { isAlt } from '@tianping/contract/media/facts'
import { useEffect, useRef, useState } from 'react'
import { useMessage } from '../../ui/above.ts'
import { mediaList, sendPicture, type MediaPicture } from './calls.ts'

/** A file that waits to be sent, with what it shows. */
export type Waiting = { no: number; file: File; url: string; alt: string; error: string }

/** More at once are another time. */
const MOST_WAITING = 20

/**
 * Files that were dropped or chosen. They are sent one after the other; a file that the server
 * refuses stays with the reason beside it.
 */
export function useUpload(onAdded: (picture: MediaPicture) => void) {
  const cache = useQueryClient()
  const message = useMessage()
  const [waiting, setWaiting] = useState<Waiting[]>([])
  const [busy, setBusy] = useState(false)
  const made = useRef({ no: 0, urls: new Set<string>() })
  useEffect(() => {
    const { urls } = made.current
    return () => urls.forEach(url => URL.revokeObjectURL(url))
  }, [])
  const take = (files: Iterable<File>) => {
    const added = [...files].slice(0, MOST_WAITING - waiting.length).map(file => {
      const url = URL.createObjectURL(file)
      made.current.urls.add(url)
      made.current.no += 1
      return { no: made.current.no, file, url, alt: '', error: '' }
    })
    setWaiting(before => [...before, ...added])
  }
  const change = (no: number, part: Partial<Waiting>) =>
    setWaiting(before => before.map(each => (each.no === no ? { ...each, ...part } : each)))
  const drop = (no: number) => setWaiting(before => before.filter(each => each.no !== no))
  const send = async () => {
    if (busy) return
    setBusy(true)
    let sent = 0
    for (const { no, file, alt } of waiting) {
      try {
        const { picture } = await sendPicture(file, alt.trim())
        if (picture) onAdded(picture)
        drop(no)
        sent += 1
      } catch (error) {
        change(no, { error: (error as Error).message })
      }
    }
    setBusy(false)
    if (sent > 0) void message.success(`已添加 ${sent} 张图片`)
    await cache.invalidateQueries({ queryKey: [mediaList] })
  }
  const ready = waiting.length > 0 && waiting.every(({ alt }) => isAlt(alt.trim()))
  return { waiting, take, change, drop, send, busy, ready }
}
