import { say } from '@tianping/contract/refusals'
import { row, sql } from '@tianping/database'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Handlers } from '../../kernel/http/services.ts'
import { appSetting } from '../../kernel/appSetting.ts'
import { publishedArticle } from '../consents/consents.ts'
import { appInfo, banners, notices } from './content.ts'
import { safeHtml } from '../../kernel/safeHtml.ts'

/** The kind of the banners of home (P1-7-06). */
const HOME_BANNERS = 2

export const siteHandlers = {
  'POST /api/app': async ({ member, ...services }) => ({
    data: await appInfo(services, member?.memberId ?? null),
  }),
  'POST /api/bannerList': async ({ db, clock, body, member }) => ({
    data: await banners(db, {
      kind: body.type ?? HOME_BANNERS,
      memberId: member?.memberId ?? null,
      now: clock.now(),
    }),
  }),
  'POST /api/homenotice': async ({ db, clock, member }) => ({
    data: await notices(db, member?.memberId ?? null, clock.now()),
  }),
  'POST /api/getservicerurl': async ({ db, settings }) => ({
    data: {
      url: (await appSetting({ db, settings })).service_url || `${settings.publicUrl}/service`,
    },
  }),
  'POST /api/article': async ({ db, clock, body }) => {
    // What was written to replace it stands in its place from its moment on.
    const found = await row(
      db,
      sql<{ title: string; content: string }>`
      select coalesce(n.title, a.title) as title, coalesce(n.content, a.content) as content
      from article a left join article_next n on n.type = a.type and n.shows_from <= ${clock.now()} where a.type = ${body.type ?? 0}`,
    )
    const read = (await publishedArticle(db, body.type ?? 0)) ?? found
    if (!read) throw new Refusal(say('article.not_found'))
    return { data: { title: read.title, content: safeHtml(read.content) } }
  },
  /** A visitor on a listed address, or on the site's own, stays where they are. */
  'GET /api/getVisitUrl': async ({ db, settings, caller }) => {
    const { entrances } = await appSetting({ db, settings })
    const hosts = [settings.publicUrl, ...entrances].map(url => new URL(url).host)
    const target = entrances[0]
    if (!target || hosts.includes(caller.host)) throw new Refusal(say('site.address_listed'))
    return { data: { url: target.replace(/\/$/, '') } }
  },
} satisfies Handlers
