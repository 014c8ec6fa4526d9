// Pictures, notices and articles. A form carries what it saw (`seen`), so that nobody writes over
// another's change.
import {
  articleAdvert,
  bannerAdvert,
  noticeAdvert,
  picturesIn,
} from '@tianping/contract/adverts/rules'
import { say } from '@tianping/contract/refusals'
import { beijing } from '@tianping/money/day'
import { PER_PAGE, pageOf } from '../../../kernel/http/answer.ts'
import { Refusal, need } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { checkAdvert } from '../../adverts/adverts.ts'
import { appSchema } from '../../../kernel/appSetting.ts'
import { knownAddress, knownLinks } from '../../../kernel/operator/knownLinks.ts'
import { proposalOf, propose } from '../../../kernel/operator/proposal.ts'
import { openProposal } from '../../../kernel/operator/proposal.sql.ts'
import { refuseForeignPictures, safeHtml } from '../../../kernel/safeHtml.ts'
import { EVERYBODY } from '../../../kernel/live/bus.ts'
import { keepDraft, keepVersion, versionsPage } from '../../../kernel/operator/contentVersion.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { publishedVersions } from '../../consents/consents.ts'
import { holdPictures } from '../../media/media.ts'
import { audienceOf } from '../../segments/segments.ts'
import { appRule, takesTwo } from '../appRule.ts'
import * as rows from '../store/content.sql.ts'
import { momentOf } from '../../../kernel/operator/moment.ts'
import { keepPopupDraft, popupDraftBy, popupPage } from './popupVersions.ts'
import {
  changed,
  checkedValue,
  lockVersion,
  settingShown,
  writeNext,
} from '../../../kernel/operator/settingForm.ts'

const saved = (waits: boolean) => ({
  message: waits ? '已提交，等待另一位同事审批' : '已保存',
  data: { waits },
})

/** A schedule as a form writes it; refuses one that ends before it begins. */
function showsOf(body: {
  shows_from?: string | undefined
  shows_until?: string | undefined
}): rows.Shows {
  const [showsFrom, showsUntil] = [
    momentOf(body.shows_from ?? '', 'shows_from'),
    momentOf(body.shows_until ?? '', 'shows_until'),
  ]
  if (showsFrom && showsUntil && showsFrom >= showsUntil)
    throw new Refusal(say('desk.ends_before_start'), { field: 'shows_until' })
  return { showsFrom, showsUntil }
}

const shown = <R extends rows.Shows & { enabled: boolean }>(
  { showsFrom, showsUntil, ...row }: R,
  now: Date,
) => ({
  ...row,
  shows_from: showsFrom ? beijing(showsFrom) : '',
  shows_until: showsUntil ? beijing(showsUntil) : '',
  live: row.enabled && (!showsFrom || showsFrom <= now) && (!showsUntil || showsUntil > now),
})

const pageFrom = (page: number) => ({ limit: PER_PAGE, offset: (page - 1) * PER_PAGE })

/** The row that a form saw; refuses when it is gone or somebody changed it. */
function unchanged<R extends { seen: string }>(row: R | undefined, seen: string): R {
  if (!row) throw new Refusal(say('content.deleted'))
  if (row.seen !== seen) throw new Refusal(say('content.changed'))
  return row
}

/** A row as the audit log keeps it. */
const told = ({ seen: _seen, ...fields }: { seen: string }): Record<string, unknown> => fields

const shownAs = ({ showsFrom, showsUntil }: rows.Shows) => ({
  shows_from: showsFrom ? beijing(showsFrom) : '',
  shows_until: showsUntil ? beijing(showsUntil) : '',
})
const bannerFields = (b: rows.BannerSet) => ({
  kind: b.kind,
  src: b.src,
  title: b.title,
  link: b.link,
  rank: b.rank,
  enabled: b.enabled ? 1 : 0,
  segment_id: Number(b.segmentId ?? 0n),
  ...shownAs(b),
})
const noticeFields = (n: Omit<rows.NoticeRow, 'id' | 'seen' | 'createdAt'>) => ({
  content: n.content,
  rank: n.rank,
  enabled: n.enabled ? 1 : 0,
  ...shownAs(n),
})

/** What members read until now; nothing while nobody has written the article. */
const articleBefore = (stored: rows.ArticleRow, live: rows.NextArticle | undefined) => {
  if (!live && stored.changedAt === null) return undefined
  const { title, content } = live ?? stored
  return { title, content }
}

export const contentHandlers = {
  'POST /api/console/content-versions/list': async ({ db, body: { of, ...body } }) => ({
    data: of === 'popup' ? await popupPage(db, body) : await versionsPage(db, of, body),
  }),
  'POST /api/console/site/show': async ({ db, settings }) => {
    const app = appRule(settings)
    const proposal = await openProposal(db, app.key)
    const shownNow = await settingShown(db, app)
    return {
      data: {
        ...shownNow,
        proposal: proposal ? proposalOf(app, proposal) : null,
        draft_by: await popupDraftBy(db, shownNow.value, proposal),
      },
    }
  },
  'POST /api/console/site/save': async context => {
    const {
      operator,
      body: { version, note, draft },
    } = context
    need(draft === 1 || note, 'desk.change_note_missing', 'note')
    const app = appRule(context.settings)
    const value = checkedValue({ schema: appSchema }, context.body.value)
    refuseForeignPictures(value.webcontent, 'webcontent')
    if (draft) {
      await runAction(context, (tx, at) =>
        keepPopupDraft(tx, app, { version, value, by: { name: operator.name, at } }),
      )
      return { message: '草稿已保存', data: { waits: false } }
    }
    if (value.index_modal === 1)
      await audienceOf(context.db, Number(value.modal_segment), 'modal_segment')
    const waits = await runAction(context, async (tx, at) => {
      const before = appSchema.parse(await lockVersion(tx, app, version))
      const { webcontent: html, site_logo } = value
      await holdPictures(
        tx,
        { webcontent: html, site_logo },
        `${before.webcontent} ${before.site_logo}`,
      )
      const by = { name: operator.name, at }
      const { webcontent, index_modal } = value
      const popsUp = webcontent !== before.webcontent || index_modal > before.index_modal
      if (index_modal === 1 && popsUp)
        await checkAdvert(tx, {
          subject: 'setting:app',
          texts: [{ field: 'webcontent', label: '弹窗内容', html: webcontent }],
          pictures: picturesIn(webcontent),
          hasTerms: false,
          stated: { picture_age: 0, picture_minors: 0, ...context.body.advert, reason: note },
          by: operator.name,
          at,
        })
      // An old address does not keep one person from closing the site.
      if (takesTwo(before, value)) {
        checkedValue(app, value)
        return { answer: true, entry: await propose(tx, app, { version, before, value, note, by }) }
      }
      const difference = changed(before, value)
      if (Object.keys({ ...difference.before, ...difference.after }).length === 0)
        throw new Refusal(say('desk.nothing_changed'))
      const made = await writeNext(tx, app, value, by, { note, proposedBy: '' })
      return {
        answer: false,
        entry: { action: 'site.save', subject: `setting:app:${made}`, ...difference, note },
      }
    })
    return saved(waits ?? (await openProposal(context.db, app.key))?.proposedBy === operator.name)
  },
  'POST /api/console/site/preview': async ({ body }) => ({ data: { html: safeHtml(body.html) } }),

  'POST /api/console/banners/list': async ({ db, clock, body }) => {
    const found = await rows.bannerRows(db, pageFrom(body.page))
    return {
      data: pageOf(
        found.rows.map(({ segmentId, draftBy, ...row }) => ({
          ...shown(row, clock.now()),
          draft_by: draftBy,
          segment_id: Number(segmentId ?? 0n),
        })),
        body.page,
        found.total,
      ),
    }
  },
  'POST /api/console/banners/save': async context => {
    const { id, seen, kind, src, title, link, rank, enabled, segment_id, draft } = context.body
    need(src, 'desk.picture_missing', 'src')
    need(title, 'desk.title_missing', 'title')
    await knownAddress(context, link ?? '', 'link')
    const fields = {
      kind,
      src,
      title,
      rank,
      enabled: enabled === 1,
      segmentId: await audienceOf(context.db, segment_id),
      ...showsOf(context.body),
    }
    await runAction(context, async (tx, at) => {
      const before = id === 0 ? undefined : unchanged(await rows.lockBanner(tx, id), seen)
      const next = { ...fields, link: link ?? before?.link ?? '' }
      await holdPictures(tx, { src }, before?.src)
      const by = { name: context.operator.name, at }
      const after = bannerFields(next)
      const kept = { kind: 'banner' as const, after, by }
      const was = before && bannerFields(before)
      if (draft) return keepDraft(tx, { ...kept, id, before: was })
      const advert = next.enabled
        ? await checkAdvert(tx, {
            subject: `banner:${id}`,
            ...bannerAdvert(title, src),
            stated: context.body.advert,
            by: context.operator.name,
            at,
          })
        : {}
      if (!before) {
        const made = await rows.insertBanner(tx, next)
        await keepVersion(tx, { ...kept, id: made, before: undefined })
        return {
          answer: null,
          entry: { action: 'banner.add', subject: `banner:${made}`, after: { ...next, ...advert } },
        }
      }
      await rows.updateBanner(tx, { id, ...next })
      await keepVersion(tx, { ...kept, id, before: was })
      return {
        answer: null,
        entry: {
          action: 'banner.save',
          subject: `banner:${id}`,
          before: told(before),
          after: { id, ...next, ...advert },
        },
      }
    })
    return { message: '已保存', data: null }
  },
  'POST /api/console/banners/remove': async context => {
    const { id, seen } = context.body
    await runAction(context, async (tx, at) => {
      const before = unchanged(await rows.lockBanner(tx, id), seen)
      await rows.deleteBanner(tx, id)
      const by = { name: context.operator.name, at }
      const gone = { before: bannerFields(before), after: undefined, by }
      await keepVersion(tx, { kind: 'banner', id, ...gone })
      return {
        answer: null,
        entry: { action: 'banner.remove', subject: `banner:${id}`, before: told(before) },
      }
    })
    return { message: '已删除', data: null }
  },

  'POST /api/console/notices/list': async ({ db, clock, body }) => {
    const found = await rows.noticeRows(db, pageFrom(body.page))
    return {
      data: pageOf(
        found.rows.map(({ createdAt, draftBy, ...row }) => ({
          ...shown(row, clock.now()),
          draft_by: draftBy,
          created_at: beijing(createdAt),
        })),
        body.page,
        found.total,
      ),
    }
  },
  'POST /api/console/notices/save': async context => {
    const { id, seen, content, rank, enabled, draft } = context.body
    need(content, 'content.notice_missing', 'content')
    const next = { content, rank, enabled: enabled === 1, ...showsOf(context.body) }
    await runAction(context, async (tx, createdAt) => {
      const by = { name: context.operator.name, at: createdAt }
      const before = id === 0 ? undefined : unchanged(await rows.lockNotice(tx, id), seen)
      const was = before && noticeFields(before)
      const kept = { kind: 'notice' as const, after: noticeFields(next), by }
      if (draft) return keepDraft(tx, { ...kept, id, before: was })
      tx.changed(EVERYBODY)
      const advert = next.enabled
        ? await checkAdvert(tx, {
            ...noticeAdvert(content),
            subject: `notice:${id}`,
            stated: context.body.advert,
            by: by.name,
            at: createdAt,
          })
        : {}
      if (!before) {
        const made = await rows.insertNotice(tx, { ...next, createdAt })
        await keepVersion(tx, { ...kept, id: made, before: undefined })
        return {
          answer: null,
          entry: { action: 'notice.add', subject: `notice:${made}`, after: { ...next, ...advert } },
        }
      }
      await rows.updateNotice(tx, { id, ...next })
      await keepVersion(tx, { ...kept, id, before: was })
      return {
        answer: null,
        entry: {
          action: 'notice.save',
          subject: `notice:${id}`,
          before: told(before),
          after: { id, ...next, ...advert },
        },
      }
    })
    return { message: '已保存', data: null }
  },
  'POST /api/console/notices/remove': async context => {
    const { id, seen } = context.body
    await runAction(context, async (tx, at) => {
      const before = unchanged(await rows.lockNotice(tx, id), seen)
      await rows.deleteNotice(tx, id)
      const by = { name: context.operator.name, at }
      const gone = { before: noticeFields(before), after: undefined, by }
      await keepVersion(tx, { kind: 'notice', id, ...gone })
      tx.changed(EVERYBODY)
      return {
        answer: null,
        entry: { action: 'notice.remove', subject: `notice:${id}`, before: told(before) },
      }
    })
    return { message: '已删除', data: null }
  },

  'POST /api/console/articles/list': async ({ db, clock, body }) => {
    const found = await rows.articleRows(db, pageFrom(body.page))
    const next = await rows.nextArticles(db)
    const versions = await publishedVersions(db)
    const data = found.rows.map(({ changedAt, draftBy, ...article }) => {
      const n = next.get(article.type)
      const terms_version = versions.get(article.type) ?? 0
      const row = { ...article, terms_version, draft_by: draftBy }
      // One whose moment has come is what members read.
      if (n && n.showsFrom <= clock.now())
        return {
          ...row,
          title: n.title,
          content: n.content,
          changed_at: beijing(n.showsFrom),
          next: null,
        }
      return {
        ...row,
        changed_at: changedAt ? beijing(changedAt) : '',
        next: n
          ? {
              title: n.title,
              content: n.content,
              shows_from: beijing(n.showsFrom),
              written_by: n.writtenBy,
            }
          : null,
      }
    })
    return { data: pageOf(data, body.page, found.total) }
  },
  'POST /api/console/articles/save': async context => {
    const { type, seen, title, content, draft } = context.body
    need(title, 'desk.title_missing', 'title')
    need(content, 'content.text_missing', 'content')
    refuseForeignPictures(content, 'content')
    await knownLinks(context, content, 'content')
    // The pages ask for articles by their type: new ones would be shown nowhere.
    const showsFrom = momentOf(context.body.shows_from ?? '', 'shows_from')
    await runAction(context, async (tx, at) => {
      const before = unchanged(await rows.lockArticle(tx, type), seen)
      const written = (await rows.nextArticles(tx)).get(type)
      await holdPictures(tx, { content }, before.content + (written?.content ?? ''))
      // Its moment has come: it is what members read, and only what is still to come may take
      // another's place.
      const live = written && written.showsFrom <= at ? written : undefined
      const kept = {
        kind: 'article' as const,
        id: type,
        before: articleBefore(before, live),
        after: { title, content },
        by: { name: context.operator.name, at },
      }
      if (draft) return keepDraft(tx, kept)
      // One that waits for its moment is looked through now: nobody looks when it comes.
      const advert = await checkAdvert(tx, {
        ...articleAdvert(type, title, content),
        subject: `article:${type}`,
        stated: context.body.advert,
        by: context.operator.name,
        at,
      })
      if (showsFrom && showsFrom > at) {
        if (before.changedAt === null)
          throw new Refusal(say('content.never_published'), { field: 'shows_from' })
        if (live)
          await rows.upsertArticle(tx, {
            type,
            title: live.title,
            content: live.content,
            at: live.showsFrom,
          })
        await rows.writeNext(tx, { type, title, content, showsFrom, by: context.operator.name, at })
        await keepVersion(tx, { ...kept, how: 'schedule' })
        return {
          answer: null,
          entry: {
            action: 'article.schedule',
            subject: `article:${type}`,
            before: { title: before.title },
            after: { title, content, shows_from: beijing(showsFrom), ...advert },
          },
        }
      }
      if (live) await rows.dropNext(tx, type)
      await rows.upsertArticle(tx, { type, title, content, at })
      await keepVersion(tx, kept)
      return {
        answer: null,
        entry: {
          action: 'article.save',
          subject: `article:${type}`,
          before: { title: before.title, content: before.content },
          after: { title, content, ...advert },
        },
      }
    })
    return { message: '已保存', data: null }
  },
  'POST /api/console/articles/withdraw': async context => {
    const { type } = context.body
    await runAction(context, async (tx, at) => {
      const written = (await rows.nextArticles(tx)).get(type)
      if (!written || written.showsFrom <= at) throw new Refusal(say('content.nothing_scheduled'))
      await rows.dropNext(tx, type)
      return { answer: null, entry: { action: 'article.unschedule', subject: `article:${type}` } }
    })
    return { message: '已取消定时发布', data: null }
  },
} satisfies ConsoleHandlers
