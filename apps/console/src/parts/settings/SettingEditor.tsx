import { Alert, Button, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import type { ConsoleGiven } from '@tianping/contract/console'
import { Failed } from '../../app/api.ts'
import { useDraft } from '../../app/drafts.ts'
import { Card } from '../../ui/Room.tsx'
import { Timeline } from '../../ui/Timeline.tsx'
import { Differences } from './Differences.tsx'
import { differences, type Difference, type Schema } from './schema.ts'
import { SchemaForm, type OwnControls } from './SchemaForm.tsx'
import { pathLabel } from './settingLabels.ts'
import css from './setting.module.css'

export type Setting = Omit<ConsoleGiven<'POST /api/console/site/show'>, 'draft_by'>
export type Asked = { version: number; value: unknown; note: string }

type EditorProps = {
  setting: Setting
  draft: string
  may: boolean
  /** What the button does: 保存, 提交审批, … */
  action: string
  busy: boolean
  error: Error | null
  onSave: (asked: Asked) => void
  own?: OwnControls
  /** Beside the name of the setting. */
  extra?: ReactNode
  /** Fields of those that take the whole width. */
  wide?: readonly string[]
  above?: ReactNode
  /** What a changed value comes to. */
  cost?: (value: unknown) => ReactNode
  /** Another way to end with what was typed; only where `when` holds. Needs no note. */
  also?: Also
}
type Also = {
  text: string
  when: (value: unknown) => boolean
  busy: boolean
  run: (asked: Asked) => void
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
  own,
  extra,
  wide,
  above,
  cost,
  also,
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
              {extra} {setting.version > 0 ? `第 ${setting.version} 版` : '默认值'}
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
              {...(own ? { own } : {})}
              {...(wide ? { wide } : {})}
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
            also={also}
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
  also,
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
  also: Also | undefined
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
        {also?.when(begun.value) && (
          <Button loading={also.busy} disabled={busy || stale} onClick={() => also.run(begun)}>
            {also.text}
          </Button>
        )}
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
  return new Map(issues.map(({ path, message }) => [path, message]))
}

function issueText(error: Error): string | undefined {
  const issues = [...issuesOf(error)]
  if (issues.length === 0) return undefined
  return issues.map(([path, text]) => (path ? `${pathLabel(path)}：${text}` : text)).join('；')
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
