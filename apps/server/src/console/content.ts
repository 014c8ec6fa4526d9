// Pictures, notices and articles. A form carries what it saw (`seen`), so that nobody writes over another's change.
import { beijing } from '../clock.ts'
import { PER_PAGE, pageOf } from '../http/answer.ts'
import { Refusal } from '../http/refusal.ts'
import type { ConsoleHandlers } from '../http/services.ts'
import { appSchema } from '../site/appSetting.ts'
import { safeHtml } from '../site/content.ts'
import { act } from './act.ts'
import * as rows from './content.sql.ts'
import { changed, checkedValue, lockVersion, settingShown, writeNext, type Kept } from './settings.ts'

const app: Kept = { key: 'app', label: '站点设置', schema: appSchema }

const pageFrom = (page: number) => ({ limit: PER_PAGE, offset: (page - 1) * PER_PAGE })

/** The row that a form saw; refuses when it is gone or somebody changed it. */
function unchanged<R extends { seen: string }>(row: R | undefined, seen: string): R {
  if (!row) throw new Refusal('该内容已被删除，请刷新', 409)
  if (row.seen !== seen) throw new Refusal('该内容已被他人修改，请刷新后重试', 409)
  return row
}

/** A row as the audit log keeps it. */
const told = ({ seen: _seen, ...fields }: { seen: string }): Record<string, unknown> => fields

function need(value: string, message: string, field: string) {
  if (value === '') throw new Refusal(message, 400, { field })
}

export const contentHandlers = {
  'POST /api/console/site/show': async ({ db }) => ({ data: await settingShown(db, app) }),
  'POST /api/console/site/save': async context => {
    const { operator, body: { version, note } } = context
    need(note, '请填写修改说明', 'note')
    const value = checkedValue(app, context.body.value)
    await act(context, async (tx, at) => {
      const before = await lockVersion(tx, app, version)
      const made = await writeNext(tx, app, value, { name: operator.name, at }, { note, proposedBy: '' })
      const difference = changed(before, value)
      if (Object.keys({ ...difference.before, ...difference.after }).length === 0) throw new Refusal('没有修改任何内容')
      return { answer: null, deed: { action: 'site.save', subject: `setting:app:${made}`, ...difference, note } }
    })
    return { message: '已保存', data: null }
  },
  'POST /api/console/site/preview': async ({ body }) => ({ data: { html: safeHtml(body.html) } }),

  'POST /api/console/banners/list': async ({ db, body }) => {
    const found = await rows.bannerRows(db, pageFrom(body.page))
    return { data: pageOf(found.rows, body.page, found.total) }
  },
  'POST /api/console/banners/save': async context => {
    const { id, seen, kind, src, title, rank, enabled } = context.body
    need(src, '请填写图片地址', 'src')
    need(title, '请填写标题', 'title')
    const next = { kind, src, title, rank, enabled: enabled === 1 }
    await act(context, async tx => {
      if (id === 0) {
        const made = await rows.insertBanner(tx, next)
        return { answer: null, deed: { action: 'banner.add', subject: `banner:${made}`, after: next } }
      }
      const before = unchanged(await rows.lockBanner(tx, id), seen)
      await rows.updateBanner(tx, { id, ...next })
      return { answer: null, deed: { action: 'banner.save', subject: `banner:${id}`, before: told(before), after: { id, ...next } } }
    })
    return { message: '已保存', data: null }
  },
  'POST /api/console/banners/remove': async context => {
    const { id, seen } = context.body
    await act(context, async tx => {
      const before = unchanged(await rows.lockBanner(tx, id), seen)
      await rows.deleteBanner(tx, id)
      return { answer: null, deed: { action: 'banner.remove', subject: `banner:${id}`, before: told(before) } }
    })
    return { message: '已删除', data: null }
  },

  'POST /api/console/notices/list': async ({ db, body }) => {
    const found = await rows.noticeRows(db, pageFrom(body.page))
    return { data: pageOf(found.rows.map(({ createdAt, ...row }) => ({ ...row, created_at: beijing(createdAt) })), body.page, found.total) }
  },
  'POST /api/console/notices/save': async context => {
    const { id, seen, content, rank, enabled } = context.body
    need(content, '请填写公告内容', 'content')
    const next = { content, rank, enabled: enabled === 1 }
    await act(context, async (tx, createdAt) => {
      if (id === 0) {
        const made = await rows.insertNotice(tx, { ...next, createdAt })
        return { answer: null, deed: { action: 'notice.add', subject: `notice:${made}`, after: next } }
      }
      const before = unchanged(await rows.lockNotice(tx, id), seen)
      await rows.updateNotice(tx, { id, ...next })
      return { answer: null, deed: { action: 'notice.save', subject: `notice:${id}`, before: told(before), after: { id, ...next } } }
    })
    return { message: '已保存', data: null }
  },
  'POST /api/console/notices/remove': async context => {
    const { id, seen } = context.body
    await act(context, async tx => {
      const before = unchanged(await rows.lockNotice(tx, id), seen)
      await rows.deleteNotice(tx, id)
      return { answer: null, deed: { action: 'notice.remove', subject: `notice:${id}`, before: told(before) } }
    })
    return { message: '已删除', data: null }
  },

  'POST /api/console/articles/list': async ({ db, body }) => {
    const found = await rows.articleRows(db, pageFrom(body.page))
    return { data: pageOf(found.rows.map(({ changedAt, ...row }) => ({ ...row, changed_at: beijing(changedAt) })), body.page, found.total) }
  },
  'POST /api/console/articles/save': async context => {
    const { type, seen, title, content } = context.body
    need(title, '请填写标题', 'title')
    need(content, '请填写正文', 'content')
    // The pages ask for articles by their type: new ones would be shown nowhere.
    await act(context, async (tx, at) => {
      const before = unchanged(await rows.lockArticle(tx, type), seen)
      await rows.upsertArticle(tx, { type, title, content, at })
      return { answer: null, deed: { action: 'article.save', subject: `article:${type}`, before: { title: before.title, content: before.content }, after: { title, content } } }
    })
    return { message: '已保存', data: null }
  },
} satisfies ConsoleHandlers
