import css from './total.module.css'

type Props = { central: number; away: number; vault?: boolean }

/** How much of the total is in the wallet, and how much is not. */
export const Share = ({ central, away, vault }: Props) => (
  <span className={vault ? `${css.share} ${css.onVault}` : css.share} aria-hidden="true">
    {central > 0 && <i style={{ flexGrow: central }} />}
    {away > 0 && <i className={css.away} style={{ flexGrow: away }} />}
  </span>
)
