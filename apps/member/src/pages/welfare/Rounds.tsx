import { grantStanding } from '@tianping/contract/freeRounds/facts'
import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { Money } from '../../ui/Money.tsx'
import { openGame } from '../../app/games/openGame.ts'
import { Button } from '../../ui/Button.tsx'
import type { Grant, Grants } from './useWelfare.ts'
import records from '../../app/records/records.module.css'
import css from './welfare.module.css'

/** Rounds of slots that the house gave; nothing stands here while there are none. */
export function Rounds({ list }: { list: Grants }) {
  if (!list.rows?.length) return null
  return (
    <>
      <div className="head">
        <h2>赠送旋转</h2>
      </div>
      <div className={css.records}>
        <InfiniteList list={list} empty={null}>
          {rows => (
            <div className={`list ${records.list}`}>
              {rows.map(row => (
                <Row key={row.no} row={row} />
              ))}
            </div>
          )}
        </InfiniteList>
      </div>
    </>
  )
}

const Row = ({ row }: { row: Grant }) => {
  const [first] = row.games
  const isOpen = row.standing === 'open' && row.left > 0
  return (
    <div className={`row ${css.row}`}>
      <dl className={css.facts}>
        <div>
          <dt>{row.venue}</dt>
          <dd>{row.games.map(({ name }) => name).join('、')}</dd>
        </div>
        <div>
          <dt>剩余次数</dt>
          <dd>
            {row.left}/{row.rounds} · 每转 ¥{row.stake.toFixed(2)}
          </dd>
        </div>
        <div>
          <dt>有效期至</dt>
          <dd>{row.ends_at.slice(0, 16)}</dd>
        </div>
        <div>
          <dt>状态</dt>
          <dd>
            {grantStanding[row.standing]}
            {row.turnover_times > 0 && ` · 赢得金额 ${row.turnover_times} 倍流水`}
          </dd>
        </div>
      </dl>
      <span className={records.right}>
        <span className="sr">{row.standing === 'paid' ? '已派发' : '已赢得'}</span>
        <Money
          yuan={row.standing === 'paid' ? row.paid : row.won}
          size={17}
          signed
          className="gold"
        />
        {isOpen && first && (
          <Button
            size={36}
            onClick={() =>
              openGame({
                name: row.platname,
                code: first.game_code,
                title: first.name,
                venue: row.venue,
                type: '0',
                picture: '',
              })
            }
          >
            去使用
          </Button>
        )}
      </span>
    </div>
  )
}
