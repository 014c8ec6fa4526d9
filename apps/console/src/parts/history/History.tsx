import { contentHows, type ContentKind } from '@tianping/contract/site/facts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { Changes } from '../audit/Changes.tsx'
import { changesOf } from '../audit/changes.ts'
import { PhonePreview } from '../phone/PhonePreview.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Timeline } from '../../ui/Timeline.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { activityCall, contentCall, type Version, type VersionFields } from './calls.ts'
import css from './history.module.css'

const PER_PAGE = 20

type HistoryProps = {
  of: ContentKind
  /** 0 for what was removed. */
  id: number
  title: string
  /** Puts the fields of a version into the form; absent for who may only read. */
  restore?: ((fields: VersionFields) => void) | undefined
  onClose: () => void
}

const pageOf = (of: HistoryProps['of'], id: number, cursor: string, signal: AbortSignal) => {
  const asked = { id, per: PER_PAGE, cursor } as const
  return of === 'activity'
    ? call(activityCall, asked, signal)
    : call(contentCall, { ...asked, of }, signal)
}

/** Versions of content, the newest first, each against the one before it. */
export function History({ of, id, title, restore, onClose }: HistoryProps) {
  const [cursor, turn] = useState('')
  const page = useQuery({
    queryKey: [of === 'activity' ? activityCall : contentCall, of, id, cursor],
    queryFn: ({ signal }) => pageOf(of, id, cursor, signal),
    meta: { inPlace: true },
  })
  return (
    <Modal open title={title} width={820} centered destroyOnHidden footer={null} onCancel={onClose}>
      {page.error && <Failure error={page.error} retry={() => void page.refetch()} />}
      {!page.error && !page.data && <Waiting />}
      {page.data?.data.length === 0 && <Alert type="info" showIcon title="还没有历史版本" />}
      {page.data && (
        <div className={css.versions}>
          <Timeline
            moments={page.data.data.map((version, at) => ({
              at: version.changed_at,
              text: (
                <Entry
                  version={version}
                  before={id === 0 ? undefined : lastShown(page.data.data.slice(at + 1))}
                  restore={restore}
                />
              ),
            }))}
          />
          <div className={css.pages}>
            <Button disabled={!page.data.prev} onClick={() => turn(page.data.prev)}>
              较新的版本
            </Button>
            <Button disabled={!page.data.next} onClick={() => turn(page.data.next)}>
              较早的版本
            </Button>
          </div>
        </div>
      )}
    </Modal>
  )
}

/** What members saw before a version: a draft showed to nobody. */
const lastShown = (older: readonly Version[]) => older.find(({ how }) => how !== 'draft')

type EntryProps = { version: Version; before: Version | undefined } & Pick<HistoryProps, 'restore'>

/** What tells a banner of home from others never changes. */
const written = ({ kind: _kind, ...fields }: VersionFields): string => {
  const switched = ['enabled', 'index_modal'].filter(each => fields[each] !== undefined)
  const words = switched.map(each => [each, fields[each] === 1 ? '是' : '否'])
  return JSON.stringify({ ...fields, ...Object.fromEntries(words) })
}

function Entry({ version, before, restore }: EntryProps) {
  const { how, fields } = version
  const changes = changesOf(before ? written(before.fields) : '{}', written(fields))
  return (
    <section aria-label={`${version.changed_at} ${contentHows[how]}`}>
      <div className={css.head}>
        <By version={version} />
        {restore && (
          <Button size="small" onClick={() => restore(fields)}>
            填入表单
          </Button>
        )}
      </div>
      <Whole fields={fields} />
      <div className={css.changes}>
        <Changes changes={before ? changes.filter(({ changed }) => changed) : changes} />
      </div>
    </section>
  )
}

const By = ({ version: { how, changed_by, approved_by } }: { version: Version }) => (
  <>
    <b>{contentHows[how]}</b>
    <span>
      {changed_by}
      {approved_by && `（${approved_by} 批准）`}
    </span>
  </>
)

const isPopup = (fields: VersionFields) => fields['webcontent'] !== undefined

/** A version as phones showed it, for what has a page of its own. */
function Whole({ fields }: { fields: VersionFields }) {
  const { title = '首页弹窗', content = fields['webcontent'], memo = '' } = fields
  const [open, show] = useState(false)
  if (content === undefined || (fields['title'] === undefined && !isPopup(fields))) return null
  return (
    <>
      <Button size="small" type="link" aria-pressed={open} onClick={() => show(!open)}>
        {open ? '收起预览' : '预览此版本'}
      </Button>
      {open && <PhonePreview title={String(title)} html={`${content}${memo}`} />}
    </>
  )
}
