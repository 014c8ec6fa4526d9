import { href } from '../../app/routes/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Money } from '../../ui/Money.tsx'
import type { Info } from './stages.ts'
import css from './hongbao.module.css'

const shown = 3

/** The last packets, each with the way to compute its draw again. */
export function Records({
  rows,
  onVerify,
}: {
  rows: Info['data']
  onVerify: (id: string) => void
}) {
  if (rows.length === 0) return null
  return (
    <section className="card" aria-label="我的红包">
      <div className={css.mine}>
        <h2>我的红包</h2>
        <a className="link" href={href('/welfare')}>
          全部记录
          <Icon name="go" size={16} />
        </a>
      </div>
      {rows.slice(0, shown).map(row => (
        <div key={row.id} className="row">
          <span className="grow">
            <Money yuan={row.redpacketmoney} size={17} className="gold" />
            <br />
            <span className="t-12 faint">{row.usetime}</span>
          </span>
          <Button
            kind="line"
            size={36}
            icon="shield"
            label={`验证 ${row.usetime} 的红包`}
            onClick={() => onVerify(row.id)}
          >
            验证
          </Button>
        </div>
      ))}
    </section>
  )
}
