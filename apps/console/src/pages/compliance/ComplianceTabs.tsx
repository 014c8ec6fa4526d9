import type { Permission } from '@tianping/contract/console'
import { useCounts } from '../../app/counts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import css from './compliance.module.css'

export type ComplianceTab =
  | 'incidents'
  | 'voids'
  | 'blocks'
  | 'limits'
  | 'reports'
  | 'funds'
  | 'retention'

/** Registers that have rooms of their own. */
const others: [text: string, href: string, permission: Permission][] = [
  ['身份认证', '#/verifications', 'verification.read'],
  ['投诉', '#/complaints', 'complaint.read'],
  ['案件', '#/cases', 'case.read'],
  ['玩家关怀', '#/care', 'harm.read'],
  ['人工调整', '#/adjustments', 'adjustment.read'],
]

/** The pages of the room in place of its title, and below them the registers in other rooms. */
export function ComplianceTabs({ current }: { current: ComplianceTab }) {
  const { data } = useCounts()
  const { may } = useOperator()
  const mine = others.filter(([, , permission]) => may(permission))
  return (
    <div className={css.heads}>
      <LinkTabs
        label="合规"
        current={current}
        tabs={[
          { key: 'incidents', text: '事件', href: '#/compliance', count: data?.compliance_alarms },
          { key: 'voids', text: '作废局', href: '#/compliance/voids' },
          { key: 'blocks', text: '暂停与排除', href: '#/compliance/blocks' },
          { key: 'limits', text: '限额', href: '#/compliance/limits' },
          { key: 'reports', text: '监管报告', href: '#/compliance/reports' },
          { key: 'funds', text: '会员资金', href: '#/compliance/funds' },
          { key: 'retention', text: '资料保存', href: '#/compliance/retention' },
        ]}
      />
      {mine.length > 0 && (
        <nav className={css.others} aria-label="其他登记册">
          其他登记册：
          {mine.map(([text, href]) => (
            <a key={href} href={href}>
              {text}
            </a>
          ))}
        </nav>
      )}
    </div>
  )
}
