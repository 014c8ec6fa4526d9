import type { Category } from '@tianping/contract/games/facts'
import type { Game } from '../../app/games/games.ts'
import css from './picks.module.css'

type Venue = { key: string; name: string }

/** The venues of a list, in its order. */
export const venuesOf = (games: Game[]): Venue[] => [
  ...new Map(
    games.map(({ platform_name: key, venue_name: name }) => [key, { key, name }]),
  ).values(),
]

type Props = {
  category: Category
  venues: Venue[]
  value: string
  onChange: (venue: string) => void
}

/** Narrows a category to one of its venues. */
export const VenueFilter = ({ category, venues, value, onChange }: Props) => (
  <div className={`chips ${css.venues}`} role="radiogroup" aria-label="场馆">
    {[{ key: '', name: '全部' }, ...venues].map(({ key, name }) => (
      <label key={key}>
        <input
          type="radio"
          className="sr"
          name={`venue-${category}`}
          checked={key === value}
          onChange={() => onChange(key)}
        />
        <span className="chip">{name}</span>
      </label>
    ))}
  </div>
)
