import { Alert, Button, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import type { ConsoleGiven } from '@tianping/contract/console'
import { Failed } from '../../app/api.ts'
import { useDraft } from '../../app/drafts.ts'
import { Card } from '../../ui/Room.tsx'
import { Timeline } from '../../ui/Timeline.tsx'
import { Differences } from './Differences.tsx'
import { differences, type Schema } from './schema.ts'
import { SchemaForm } from './SchemaForm.tsx'
import { pathLabel } from './settingLabels.ts'
import css from './setting.module.css'

export type Setting = ConsoleGiven<'POST /api/console/site/show'>
type Asked = { version: number; value: unknown; note: string }

/**
 * One setting: its form, what would change, a note, and the versions before. What was typed is kept
 * with the version it began with; when another version came meanwhile the server says so, and
 * nothing is written over.
 */
export function SettingEditor({
  setting,
  draft,
  may,
  action,
  busy,
  error,
  onSave,
  long,
  above,
  cost,
}: {
  setting: Setting
  draft: string
  may: boolean
  /** What the button does: 保存, 提交审批, … */
  action: string
  busy: boolean
  error: Error | null
  onSave: (asked: Asked) => void
  long?: Record<string, (value: string) => ReactNode>
  above?: ReactNode
  /** What a changed value comes to. */
  cost?: (value: unknown) => ReactNode
}) {
  const [kept, keep] = useDraft(draft)
  const begun = kept
    ? (JSON.parse(kept) as Asked)
    : { version: setting.version, value: setting.value, note: '' }
  const changes = differences(setting.value, begun.value)
  const issues = new Map(issuesOf(error).map(issue => [issue.path, chinese(issue.message)]))
  const write = (next: Partial<Asked>) => keep(JSON.stringify({ ...begun, ...next }))
  const stale = begun.version !== setting.version
  return (
    <div className={css.columns}>
      <div className={css.main}>
        {above}
        <Card
          title={setting.label}
          extra={
            <span className={css.version}>
              {setting.version > 0 ? `第 ${setting.version} 版` : '默认值'}
            </span>
          }
        >
          {begun.value === null ? (
            '尚未设置'
          ) : (
            <SchemaForm
              schema={setting.schema as Schema}
              value={begun.value}
              issues={issues}
              disabled={!may}
              onChange={value => write({ value })}
              {...(long ? { long } : {})}
            />
          )}
        </Card>
        {may && changes.length > 0 && cost?.(begun.value)}
        {may && changes.length > 0 && (
          <Card
            title={`修改了 ${changes.length} 项`}
            extra={<Button onClick={() => keep('')}>放弃修改</Button>}
          >
            <Differences changes={changes} />
            {stale && (
              <Alert
                style={{ marginTop: 12 }}
                type="warning"
                showIcon
                title={`已有第 ${setting.version} 版，您的修改基于第 ${begun.version} 版。请放弃修改后在新版本上重新填写。`}
              />
            )}
            <label className={css.note}>
              <span>修改说明（必填）</span>
              <Input
                value={begun.note}
                maxLength={200}
                onChange={event => write({ note: event.target.value })}
              />
            </label>
            {error && (
              <Alert
                type="error"
                showIcon
                title={error.message}
                description={
                  issues.size > 0
                    ? [...issues]
                        .map(([path, text]) => `${path ? `${pathLabel(path)}：` : ''}${text}`)
                        .join('；')
                    : undefined
                }
              />
            )}
            <div className={css.buttons}>
              <Button
                type="primary"
                loading={busy}
                disabled={!begun.note.trim() || stale}
                onClick={() => onSave({ ...begun, note: begun.note.trim() })}
              >
                {action}
              </Button>
            </div>
          </Card>
        )}
      </div>
      <Versions setting={setting} />
    </div>
  )
}

type Issue = { path: string; message: string }
function issuesOf(error: Error | null): Issue[] {
  const data = error instanceof Failed ? error.data : null
  return data !== null && typeof data === 'object' && 'issues' in data
    ? (data.issues as Issue[])
    : []
}

const rules: [RegExp, string][] = [
  [/expected number to be >=?\s*([\d.]+)/, '不能低于 $1'],
  [/expected number to be <=?\s*([\d.]+)/, '不能高于 $1'],
  [/must match pattern/, '格式不正确'],
  [/expected string to have <=(\d+)/, '最多 $1 个字'],
  [/expected string to have >=1/, '不能为空'],
  [/expected array to have <=(\d+)/, '最多 $1 行'],
  [/expected array to have >=(\d+)/, '至少 $1 行'],
  [/expected int/, '须为整数'],
  [/overlap nor leave a gap/, '同一活动的档位不能重叠，也不能有空档'],
  [/asks for at least what/, '每一级的要求不能低于前一级'],
  [/everybody begins/, '第一级不能有要求'],
  [/tiers rise/, '档位须逐级提高'],
  [/two decimals/, '最多两位小数'],
  [/ends after it starts/, '结束须晚于开始'],
  [/open before they close/, '开始时间须早于结束时间'],
  [/ends above where/, '最高须不低于最低'],
  [/least and a greatest/, '单个最高须不低于单个最低'],
]
/**
 * What the schema objects to, in Chinese; its limits of amounts are in fen, so that the form's yuan
 * would not match: they are named as a limit only.
 */
function chinese(message: string): string {
  if (/\p{Script=Han}/u.test(message)) return message
  for (const [pattern, text] of rules) {
    const found = pattern.exec(message)
    if (found) return text.replace('$1', found[1] ?? '')
  }
  return '不在允许的范围内'
}

function Versions({ setting }: { setting: Setting }) {
  const [open, setOpen] = useState(0)
  const { versions } = setting
  return (
    <aside className={css.side}>
      <Card title="版本记录">
        {versions.length === 0 ? (
          '还没有修改过'
        ) : (
          <Timeline
            moments={versions.map((each, index) => ({
              at: each.changed_at,
              text: (
                <div className={css.made}>
                  <b>第 {each.version} 版</b>{' '}
                  {each.proposed_by
                    ? `${each.proposed_by} 提出，${each.changed_by} 批准`
                    : each.changed_by}
                  {each.note && <p>{each.note}</p>}
                  {index < versions.length - 1 && (
                    <Button
                      type="link"
                      size="small"
                      onClick={() => setOpen(open === each.version ? 0 : each.version)}
                    >
                      {open === each.version ? '收起' : '改动'}
                    </Button>
                  )}
                  {open === each.version && (
                    <Differences changes={differences(versions[index + 1]!.value, each.value)} />
                  )}
                </div>
              ),
            }))}
          />
        )}
      </Card>
    </aside>
  )
}
