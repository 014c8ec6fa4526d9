import type { RowOf } from '@tianping/contract'
import { measures } from '@tianping/contract/tournaments/facts'
import { usePages } from '../../app/lists.ts'
import { href } from '../../app/routes/paths.ts'
import { Standing } from '../../app/tournaments/Standing.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { Money } from '../../ui/Money.tsx'
import css from './tournaments.module.css'

type Tournament = RowOf<'POST /api/tournaments'>

/** Tournaments that the member may enter or has entered. */
export default function TournamentsPage() {
  const list = usePages('POST /api/tournaments', {})
  return (
    <main className="page stack">
      <InfiniteList list={list} empty={<Empty>新的锦标赛会出现在这里</Empty>}>
        {rows => (
          <div className="stack">
            {rows.map(row => (
              <Row key={row.id} tournament={row} />
            ))}
          </div>
        )}
      </InfiniteList>
    </main>
  )
}

const Row = ({ tournament: t }: { tournament: Tournament }) => (
  <a className={`card card--pad ${css.item}`} href={href('/tournament', { id: String(t.id) })}>
    <span className={css.line}>
      <b className="t-15">{t.name}</b>
      <Standing of={t.standing} />
    </span>
    <span className={css.line}>
      <span className="t-13 muted">总奖金</span>
      <Money yuan={t.prizes} size={17} className="gold" />
    </span>
    <span className="t-12 faint">
      {measures[t.measure]} · 前 {t.places} 名有奖
      <br />
      {t.starts_at.slice(5, 16)} 至 {t.ends_at.slice(5, 16)}
      {t.entered && (t.place > 0 ? ` · 我的名次 第 ${t.place} 名` : ' · 已报名')}
    </span>
  </a>
)
