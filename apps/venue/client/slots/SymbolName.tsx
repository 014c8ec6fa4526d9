import { artUrl } from './Reels.tsx'

type Props = { symbol: { art: string; name: string }; more?: string }

/** A symbol of the paytable: its picture and its name. */
export function SymbolName({ symbol, more }: Props) {
  return (
    <span className="row">
      <img src={artUrl(symbol.art)} alt="" width={36} height={36} />
      {symbol.name}
      {more}
    </span>
  )
}
