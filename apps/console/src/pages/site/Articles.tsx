import { articleAdvert, picturesIn } from '@tianping/contract/adverts/rules'
import { termsOfArticle } from '@tianping/contract/consents/facts'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { Alert } from 'antd'
import { href } from '../../app/address.ts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import {
  pictureFields,
  reasonField,
  statedIn,
  TextCheck,
} from '../../parts/adverts/OfferChecks.tsx'
import { unstated } from '../../parts/adverts/useAdvert.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { PhonePreview } from '../../parts/phone/PhonePreview.tsx'
import { History } from '../../parts/history/History.tsx'
import { useContent } from '../../parts/dialogs/useContent.ts'
import { Long } from '../../ui/values/Long.tsx'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { RowActions } from './RowActions.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import css from './site.module.css'

const name = 'POST /api/console/articles/list'
type Article = ConsoleRowOf<typeof name>

const columns: Columns<Article> = [
  { title: '编号', key: 'type', render: (_, row) => row.type },
  {
    ...columnOf('title'),
    render: (_, row) => (
      <>
        <b>{row.title}</b>
        {row.terms_version > 0 && (
          <small className={css.when}>会员读已发布的第 {row.terms_version} 版</small>
        )}
      </>
    ),
  },
  {
    title: '正文',
    key: 'content',
    render: (_, row) => <Long text={row.content.replace(/<[^>]*>/g, ' ')} width="44ch" />,
  },
  { ...columnOf('changed_at'), render: (_, row) => row.changed_at },
  {
    title: '定时发布',
    key: 'next',
    render: (_, row) =>
      row.next ? (
        <>
          <Status tone="waiting">{`${row.next.shows_from.slice(0, 16)} 发布`}</Status>{' '}
          <Unschedule type={row.type} title={row.next.title} />
        </>
      ) : (
        '—'
      ),
  },
]

const fields: EditField[] = [
  { name: 'title', label: '标题', kind: 'text', max: 50 },
  { name: 'content', label: '正文', kind: 'rich', max: 16_000 },
  { name: 'shows_from', label: '发布时间（北京时间，留空为立即）', kind: 'moment' },
  ...pictureFields(values => picturesIn(String(values['content'])).length > 0),
  reasonField,
]

const advertIn = ({ type }: Article, v: EditValues) =>
  articleAdvert(type, String(v['title']), String(v['content']))

const draftOf = (row: Article) => `article/${row.type}/${row.seen}`
const send = ({ type, seen }: Article, v: EditValues, draft: 0 | 1) =>
  callOnce('POST /api/console/articles/save', {
    type,
    seen,
    title: String(v['title']),
    content: String(v['content']),
    shows_from: String(v['shows_from']),
    advert: statedIn(v),
    draft,
  })
const save = (row: Article, v: EditValues) => send(row, v, 0)
const keep = (row: Article, v: EditValues) => send(row, v, 1)

/** A scheduled version is edited further; without one, the version members see. */
const initialOf = ({ next, title, content }: Article): EditValues =>
  next
    ? { title: next.title, content: next.content, shows_from: next.shows_from, ...unstated }
    : { title, content, shows_from: '', ...unstated }

export function Articles() {
  const table = useTable(name, {})
  const { editing, edit, form, past, look, restore } = useContent<Article>(
    name,
    save,
    draftOf,
    keep,
  )
  const { may } = useOperator()
  const actions: Columns<Article>[number] = {
    title: '',
    key: 'actions',
    align: 'right',
    render: (_, row) => (
      <RowActions
        what="文章"
        edit={() => edit(row)}
        history={() => look(row)}
        draft={row.draft_by}
      />
    ),
  }
  return (
    <Card title="文章" flush>
      <Rows
        table={table}
        columns={[...columns, actions]}
        rowKey={row => row.type}
        label="文章"
        empty="还没有文章"
      />
      {past && (
        <History
          of="article"
          id={past.type}
          title="文章历史"
          restore={may('site.write') ? fields => restore(past, fields) : undefined}
          onClose={() => look(null)}
        />
      )}
      {editing && form && (
        <EditDialog
          title="修改文章"
          fields={fields}
          initial={initialOf(editing)}
          preview={v => (
            <div className={css.preview}>
              <Published {...editing} />
              <PhonePreview title={String(v['title'])} html={String(v['content'])} />
              <TextCheck values={v} advert={advertIn(editing, v)} />
            </div>
          )}
          confirm="保存并生效"
          {...form}
        />
      )}
    </Card>
  )
}

/** Members read a published text in the place of some articles. */
function Published({ type, terms_version }: Article) {
  const { may } = useOperator()
  const kind = termsOfArticle(type)
  if (!kind || terms_version === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={`会员读到的是已发布的第 ${terms_version} 版，在这里保存不会改变它`}
      description={
        may('rule.read') && <a href={href('/rules', { rule: `terms:${kind}` })}>发布新版本</a>
      }
    />
  )
}

/** Takes back what was to replace an article. */
function Unschedule({ type, title }: { type: number; title: string }) {
  const { may } = useOperator()
  if (!may('site.write')) return null
  return (
    <ActionDialog
      size="small"
      type="link"
      draft={`article/${type}/unschedule`}
      decision={{
        title: '取消定时发布',
        sentence: `“${title}”将不再按时发布，会员继续看到现在的版本`,
        confirm: '确认取消',
      }}
      action={() => callOnce('POST /api/console/articles/withdraw', { type })}
      done="已取消定时发布"
      stale={[name]}
    >
      取消
    </ActionDialog>
  )
}
