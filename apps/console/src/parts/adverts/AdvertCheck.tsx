import { advertModes, advertRules, type AdvertMode } from '@tianping/contract/adverts/facts'
import type { AdvertFinding } from '@tianping/contract/adverts/rules'
import { Alert, Checkbox, Input } from 'antd'
import type { AdvertState } from './useAdvert.ts'
import css from './adverts.module.css'

/** Each finding with its field and the place in the text. */
export function Findings({ findings, mode }: { findings: AdvertFinding[]; mode: AdvertMode }) {
  if (mode === 'off') return null
  if (findings.length === 0) return <Alert type="success" showIcon title="内容检查：没有问题" />
  return (
    <Alert
      type={mode === 'refuse' ? 'error' : 'warning'}
      showIcon
      title={`内容检查：${findings.length} 项（${advertModes[mode]}）`}
      description={
        <ul className={css.findings}>
          {findings.map(({ rule, field, label, place }) => (
            <li key={`${rule}/${field}/${place}`}>
              {label}：{advertRules[rule]}
              {place !== '' && <mark className={css.place}>{place}</mark>}
            </li>
          ))}
        </ul>
      }
    />
  )
}

/** The check of an offer beside its form. */
export function AdvertCheck({ check }: { check: AdvertState }) {
  const { mode, findings, asksPictures, stated, state } = check
  if (mode === 'off') return null
  return (
    <div className={css.check}>
      {asksPictures && (
        <div className={css.pictures}>
          <Checkbox
            checked={stated.picture_age === 1}
            onChange={({ target }) => state({ ...stated, picture_age: target.checked ? 1 : 0 })}
          >
            所有图片都标有适龄标志
          </Checkbox>
          <Checkbox
            checked={stated.picture_minors === 1}
            onChange={({ target }) => state({ ...stated, picture_minors: target.checked ? 1 : 0 })}
          >
            所有图片都不吸引未成年人
          </Checkbox>
        </div>
      )}
      <Findings findings={findings} mode={mode} />
      {findings.length > 0 && mode === 'warn' && (
        <label className={css.reason}>
          <span>仍要保存的理由（记入审计）</span>
          <Input
            value={stated.reason}
            maxLength={200}
            onChange={({ target }) => state({ ...stated, reason: target.value })}
          />
        </label>
      )}
    </div>
  )
}
