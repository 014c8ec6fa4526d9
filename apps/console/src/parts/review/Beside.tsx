import type { ConsoleGiven } from '@tianping/contract/console'
import { flagState } from '@tianping/contract/risk/facts'
import { href } from '../../app/address.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Money } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { flagKindLabel, sourceLabel } from '../labels.ts'
import { flagStates, statusIn } from '../states.ts'
import { Part } from './ReviewPanel.tsx'
import css from './beside.module.css'
import lists from '../list/lists.module.css'

type Figures = ConsoleGiven<'POST /api/console/deposits/show'>['member']

/** What risk has flagged, each with why. */
export function Flags({ flags }: { flags: Figures['flags'] }) {
  const { may } = useOperator()
  return (
    <ul className={css.flags}>
      {flags.map(flag => (
        <li key={flag.flag_id}>
          <Status tone={statusIn(flagStates, flag.state).tone}>{flagKindLabel(flag.kind)}</Status>
          <span>
            {may('risk.read') ? (
              <a
                href={href('/risk', {
                  ...(flag.state === flagState.open ? {} : { state: flag.state }),
                  open: flag.flag_id,
                })}
              >
                {flag.explained}
              </a>
            ) : (
              flag.explained
            )}
          </span>
          <small>
            {statusIn(flagStates, flag.state).text} · {flag.raised_at.slice(0, 16)}
          </small>
        </li>
      ))}
    </ul>
  )
}

/** What speaks for and against a payment: risk flags and turnover that is still owed. */
export function Beside({ member }: { member: Figures }) {
  return (
    <>
      <Part title={`风险提示（${member.flags.length}）`}>
        {member.flags.length === 0 ? '没有风险提示' : <Flags flags={member.flags} />}
      </Part>
      {member.wagering.length > 0 && (
        <Part title="未完成流水">
          <table className={lists.conditions} aria-label="未完成流水">
            <thead>
              <tr>
                <th>来源</th>
                <th>需要</th>
                <th>已完成</th>
                <th>还差</th>
              </tr>
            </thead>
            <tbody>
              {member.wagering.map(each => (
                <tr key={`${each.source}/${each.opened_at}`}>
                  <td>
                    {sourceLabel(each.source.split(':')[0] ?? '')}
                    <br />
                    <small>{each.opened_at}</small>
                  </td>
                  <td>
                    <Money amount={each.required} />
                  </td>
                  <td>
                    <Money amount={each.contributed} />
                  </td>
                  <td>
                    <Money amount={each.required - each.contributed} strong />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      )}
    </>
  )
}
