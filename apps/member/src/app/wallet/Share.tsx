import css from './where.module.css'

/** How much of the total is in the wallet, and how much is not. */
export const Share = ({ central, away }: { central: number; away: number }) => (
  <span className={css.share} aria-hidden="true">
    {central > 0 && <i style={{ flexGrow: central }} />}
    {away > 0 && <i className={css.away} style={{ flexGrow: away }} />}
  </span>
)
