import { t } from '../words/words.ts'
import { LOBBY_TARGET } from '../session/frame.ts'

/** The page when there is no session: why, and the way back. */
export function Ended({ why, lobbyUrl, room }: { why: string; lobbyUrl: string; room: string }) {
  return (
    <div className="g" data-room={room}>
      <main className="ended">
        <span className="sand">{t('head.sandbox')}</span>
        <h1>{why}</h1>
        <p>{t('ended.say')}</p>
        {lobbyUrl && (
          <a className="btn pri" href={lobbyUrl} target={LOBBY_TARGET}>
            {t('ended.back')}
          </a>
        )}
      </main>
    </div>
  )
}
