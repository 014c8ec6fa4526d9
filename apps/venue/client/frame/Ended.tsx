import { LOBBY_TARGET } from '../session/frame.ts'

/** The page when there is no session: why, and the way back. */
export function Ended({ why, lobbyUrl, room }: { why: string; lobbyUrl: string; room: string }) {
  return (
    <div className="g" data-room={room}>
      <main className="ended">
        <span className="sand">沙盒·试玩币</span>
        <h1>{why}</h1>
        <p>余额和已结算的注单都在服务器上，不受影响。</p>
        {lobbyUrl && (
          <a className="btn pri" href={lobbyUrl} target={LOBBY_TARGET}>
            返回大厅
          </a>
        )}
      </main>
    </div>
  )
}
