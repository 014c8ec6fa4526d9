import { Alert, Button, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import type { ConsoleGiven } from '@tianping/contract/console'
import { Failed } from '../../app/api.ts'
import { useDraft } from '../../app/drafts.ts'
import { Card } from '../../ui/Room.tsx'
import { Timeline } from '../../ui/Timeline.tsx'
import { Differences } from './Differences.tsx'
import { differences, type Difference, type Schema } from './schema.ts'
import { SchemaForm } from './SchemaForm.tsx'
import { pathLabel } from './settingLabels.ts'
import css from './setting.module.css'

export type Setting = ConsoleGiven<'POST /api/console/site/show'>
type Asked = { version: number; value: unknown; note: string }

type EditorProps = {
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
}

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
}: EditorProps) {
  const [kept, keep] = useDraft(draft)
  const begun = kept
    ? (JSON.parse(kept) as Asked)
    : { version: setting.version, value: setting.value, note: '' }
  const changes = differences(setting.value, begun.value)
  const issues = issuesOf(error)
  const write = (next: Partial<Asked>) => keep(JSON.stringify({ ...begun, ...next }))
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
          <Submit
            changes={changes}
            begun={begun}
            version={setting.version}
            action={action}
            busy={busy}
            error={error}
            onNote={note => write({ note })}
            onDiscard={() => keep('')}
            onSave={onSave}
          />
        )}
      </div>
      <Versions setting={setting} />
    </div>
  )
}

/** What would change, why, and the button that asks for it. */
function Submit({
  changes,
  begun,
  version,
  action,
  busy,
  error,
  onNote,
  onDiscard,
  onSave,
}: {
  changes: Difference[]
  begun: Asked
  /** The version that counts now. */
  version: number
  action: string
  busy: boolean
  error: Error | null
  onNote: (note: string) => void
  onDiscard: () => void
  onSave: (asked: Asked) => void
}) {
  const stale = begun.version !== version
  return (
    <Card
      title={`修改了 ${changes.length} 项`}
      extra={<Button onClick={onDiscard}>放弃修改</Button>}
    >
      <Differences changes={changes} />
      {stale && (
        <Alert
          style={{ marginTop: 12 }}
          type="warning"
          showIcon
          title={`已有第 ${version} 版，您的修改基于第 ${begun.version} 版。请放弃修改后在新版本上重新填写。`}
        />
      )}
      <label className={css.note}>
        <span>修改说明（必填）</span>
        <Input value={begun.note} maxLength={200} onChange={event => onNote(event.target.value)} />
      </label>
      {error && (
        <Alert type="error" showIcon title={error.message} description={issueText(error)} />
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
  )
}

type Issue = { path: string; message: string }

/** What the server objects to, by the path of the field. */
function issuesOf(error: Error | null): Map<string, string> {
  const data = error instanceof Failed ? error.data : null
  const issues =
    data !== null && typeof data === 'object' && 'issues' in data ? (data.issues as Issue[]) : []
  return new Map(issues.map(({ path, message }) => [path, chinese(message)]))
}

function issueText(error: Error): string | undefined {
  const issues = [...issuesOf(error)]
  if (issues.length === 0) return undefined
  return issues.map(([path, text]) => (path ? `${pathLabel(path)}：${text}` : text)).join('；')
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

function Versions({ setting: { versions } }: { setting: Setting }) {
  const [open, setOpen] = useState(0)
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
                <VersionText
                  version={each}
                  before={versions[index + 1]}
                  open={open === each.version}
                  onToggle={() => setOpen(open === each.version ? 0 : each.version)}
                />
              ),
            }))}
          />
        )}
      </Card>
    </aside>
  )
}

type Version = Setting['versions'][number]

/** Who made a version and why; what it changed, where there is one before it. */
function VersionText({
  version,
  before,
  open,
  onToggle,
}: {
  version: Version
  before: Version | undefined
  open: boolean
  onToggle: () => void
}) {
  const { proposed_by, changed_by, note } = version
  return (
    <div className={css.made}>
      <b>第 {version.version} 版</b>{' '}
      {proposed_by ? `${proposed_by} 提出，${changed_by} 批准` : changed_by}
      {note && <p>{note}</p>}
      {before && (
        <Button type="link" size="small" onClick={onToggle}>
          {open ? '收起' : '改动'}
        </Button>
      )}
      {before && open && <Differences changes={differences(before.value, version.value)} />}
    </div>
  )
}
