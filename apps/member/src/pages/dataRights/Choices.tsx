import {
  choiceLabels,
  choiceNotes,
  termsLabels,
  type ChoiceKind,
} from '@tianping/contract/consents/facts'
import { href } from '../../app/routes/paths.ts'
import { Switch } from '../../ui/field/Switch.tsx'
import { LinkRow, List, Row } from '../../ui/List.tsx'
import { useChoose, useConsents } from './useRights.ts'
import css from './dataRights.module.css'

/** Offers are chosen apart, product by product. */
const kinds = (Object.keys(choiceLabels) as ChoiceKind[]).filter(kind => kind !== 'marketing')
const pages = { terms: '5', privacy: '6' } as const

/** What the member agreed to, and the choices, each by itself. */
export function Choices() {
  const { data } = useConsents()
  const { give, withdraw, busy } = useChoose()
  const given = (kind: string) =>
    data?.given.find(each => each.kind === kind && each.withdrawn_at === '')
  const noteOf = (kind: keyof typeof pages) => {
    const found = given(kind)
    return found ? `第 ${found.version} 版，${found.given_at.slice(0, 10)} 同意` : '查看当前版本'
  }
  return (
    <section>
      <h2 className={css.title}>授权与同意</h2>
      <List label="授权与同意">
        {kinds.map(kind => (
          <Row
            key={kind}
            title={choiceLabels[kind]}
            note={choiceNotes[kind]}
            end={
              <Switch
                label={choiceLabels[kind]}
                on={given(kind) !== undefined}
                disabled={!data || busy}
                onChange={on => (on ? give.run({ kind, version: 0 }) : withdraw.run({ kind }))}
              />
            }
          />
        ))}
        {(['terms', 'privacy'] as const).map(kind => (
          <LinkRow
            key={kind}
            title={termsLabels[kind]}
            note={noteOf(kind)}
            href={href('/abouts', { type: pages[kind] })}
          />
        ))}
      </List>
      <p className={css.foot}>以上开关都可随时关闭，不影响存款、游戏与取款。</p>
    </section>
  )
}
