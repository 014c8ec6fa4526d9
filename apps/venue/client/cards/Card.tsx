import { useEffect, type CSSProperties } from 'react'
import { cardName, cardSpoken } from '../../model/card.ts'
import { cachedPicture } from '../kit/cachedPicture.ts'
import { cardSound } from '../kit/sound.ts'

/**
 * How long after its moment a card may still be shown on its way: whoever comes later finds it
 * lying there.
 */
const ON_TIME_MS = 330
/** A hand that is turned over at once, card after card, has done so by then. */
const TURNED_MS = 700

type Props = {
  card: number
  /** Since it was dealt, and since it was turned over, in ms; a negative time is still to come. */
  dealtMs: number
  turnedMs: number
  /** Where other words tell what the card is. */
  quiet?: boolean
  /** How much later than the hand it turns, in ms. */
  waitMs?: number
}

/**
 * A card on its way: it flies in from the shoe with its back up and is turned over, by transforms
 * only. Nothing of its face is in the page before it is turned.
 */
export function Card({ card, dealtMs, turnedMs, quiet = false, waitMs = 0 }: Props) {
  const up = turnedMs >= 0
  const flies = dealtMs >= 0 && dealtMs < ON_TIME_MS
  const turns = up && turnedMs < TURNED_MS
  useEffect(() => {
    if (flies) cardSound()
  }, [flies])
  useEffect(() => {
    if (turns) cardSound(waitMs)
  }, [turns, waitMs])
  if (dealtMs < 0) return null
  return (
    <span
      className="card"
      style={waitMs > 0 ? ({ '--wait': `${waitMs}ms` } as CSSProperties) : undefined}
    >
      <span className={flies ? 'fly' : ''}>
        <span className={turnClass(up, turns)}>
          <img
            className="back"
            src={cardUrl('back')}
            alt={up || quiet ? '' : '未翻开的牌'}
            draggable={false}
          />
          {up && (
            <img
              src={cardUrl(cardName(card))}
              alt={quiet ? '' : cardSpoken(card)}
              draggable={false}
            />
          )}
        </span>
      </span>
    </span>
  )
}

const turnClass = (up: boolean, turns: boolean) => `turn${up ? ' up' : ''}${turns ? ' over' : ''}`

/**
 * Cards are bitmaps: a drawing in a file is a document of its own, and fifty of them doubled every
 * collection of garbage in the middle of play.
 */
const cardUrl = (name: string) => `/art/card-${name}.webp`

/** So many cards are fetched at a time, so that reading them never stands in the way of a tap. */
const AT_ONCE = 4

/**
 * Fetches every card once the page has nothing better to do: a card must not be turned over to
 * nothing.
 */
export function preloadCards(): () => void {
  const names = ['back', ...Array.from({ length: 52 }, (_, card) => cardName(card))]
  const load = () => {
    for (const name of names.splice(0, AT_ONCE)) cachedPicture(cardUrl(name), 'low')
    if (names.length > 0) timer = setTimeout(load, 60)
  }
  // Not before the first picture has come: until a deal there is time.
  let timer = setTimeout(load, 1_500)
  return () => clearTimeout(timer)
}
