import type { ConsoleGiven } from '@tianping/contract/console'
import { comparisons, type Comparison } from '@tianping/contract/verification/facts'
import { Status, type Tone } from '../../ui/values/Status.tsx'
import css from './verifications.module.css'

type Case = ConsoleGiven<'POST /api/console/verifications/show'>
type Field = Case['fields'][number]

const labels: Record<Field['field'], string> = {
  name: '姓名',
  number: '证件号码',
  birthday: '出生日期',
  expires: '有效期至',
  address: '住址',
}
const tones: Record<Comparison, Tone> = {
  same: 'good',
  differs: 'bad',
  new: 'plain',
  invalid: 'bad',
}

/** What the check of a field says; a number with a right check digit is worth saying. */
function wordOf({ field, comparison, stated }: Field): { text: string; tone: Tone } {
  if (field === 'number' && comparison === 'new')
    return /^\d{17}[\dX]$/.test(stated)
      ? { text: '校验位正确', tone: 'good' }
      : { text: '请与证件核对', tone: 'plain' }
  if (field === 'expires' && comparison === 'new')
    return { text: stated === '' ? '长期' : '有效', tone: 'good' }
  if (field === 'address') return { text: '请与证明核对', tone: 'plain' }
  return { text: comparisons[comparison], tone: tones[comparison] }
}

/** What the member stated beside what the account has; differences stand out. */
export const Compared = ({ item }: { item: Case }) => (
  <table className={css.compared} aria-label="资料对照">
    <thead>
      <tr>
        <th>项目</th>
        <th>会员填写</th>
        <th>账户资料</th>
        <th>结果</th>
      </tr>
    </thead>
    <tbody>
      {item.fields.map(each => {
        const { text, tone } = wordOf(each)
        return (
          <tr key={each.field} data-tone={tone}>
            <th scope="row">{labels[each.field]}</th>
            <td>{each.stated || '—'}</td>
            <td>{each.stored || '—'}</td>
            <td>
              <Status tone={tone}>{text}</Status>
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)
