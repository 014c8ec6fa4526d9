import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { openGame } from '../../app/games/openGame.ts'
import { useQueryOf } from '../../app/routes/router.tsx'
import { Standing } from '../../app/tournaments/Standing.tsx'
import { useNow } from '../../ui/useNow.ts'
import { Button } from '../../ui/Button.tsx'
import { Alert, Card, Vault } from '../../ui/Card.tsx'
import { Pairs } from '../../ui/List.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { leftOf, nextText, placesText, rulesOf, scoreText } from './texts.ts'
import { useEnter, useTournament, type Tournament } from './useTournament.ts'
import css from './tournament.module.css'

/** One tournament: how it stands, the own place, prizes and rules. */
export default function TournamentPage() {
  const { id } = useQueryOf('/tournament')
  const answer = useTournament(Number(id))
  return (
    <main className="page stack">
      {answer.isError && !answer.data && <FailedAnswer of={answer} />}
      {answer.isPending && <SkeletonRows rows={4} />}
      {answer.data && <Whole tournament={answer.data} askedAt={answer.dataUpdatedAt} />}
    </main>
  )
}

type Shown = { tournament: Tournament }

const Whole = ({ tournament, askedAt }: Shown & { askedAt: number }) => (
  <>
    <Head tournament={tournament} askedAt={askedAt} />
    {tournament.entered && <Own tournament={tournament} />}
    <Top tournament={tournament} />
    <Prizes tournament={tournament} />
    <Rules tournament={tournament} />
  </>
)

function Head({ tournament: t, askedAt }: Shown & { askedAt: number }) {
  const enter = useEnter()
  const isOpen = t.standing === 'running' || t.standing === 'coming'
  return (
    <Vault gold label="锦标赛">
      <p className={css.line}>
        <b className="t-17">{t.name}</b>
        <Standing of={t.standing} />
      </p>
      <p>
        <span className="sub">总奖金</span>
        <br />
        <Money yuan={t.prizes} size={34} />
      </p>
      <Countdown tournament={t} askedAt={askedAt} />
      {isOpen && !t.entered && (
        <Button
          kind="gold"
          size={44}
          block
          busy={enter.busy}
          disabled={t.refused !== ''}
          onClick={() => enter.run({ id: t.id })}
        >
          报名参加
        </Button>
      )}
      {t.refused !== '' && <p className="sub">{t.refused}</p>}
      {t.standing === 'running' && t.entered && !t.own.out && <Play tournament={t} />}
    </Vault>
  )
}

function Countdown({ tournament: t, askedAt }: Shown & { askedAt: number }) {
  const left = leftOf(t, { askedAt, now: useNow() })
  return left ? (
    <p className={css.line}>
      <span className="sub">{left.label}</span>
      <b className="fig fig--20" role="timer">
        {left.text}
      </b>
    </p>
  ) : null
}

/** Leads to the first of the games that count. */
function Play({ tournament: { games } }: Shown) {
  const [venue] = games
  const game = venue?.games[0]
  if (!venue || !game) return null
  return (
    <Button
      kind="gold"
      size={44}
      block
      onClick={() =>
        openGame({
          name: venue.platname,
          code: game.game_code,
          title: game.name,
          venue: venue.venue,
          type: '0',
          picture: '',
        })
      }
    >
      去{game.name}
    </Button>
  )
}

function Own({ tournament: t }: Shown) {
  if (t.own.out)
    return <Alert>您的账户已暂停、排除或设置了游戏限额，不再参与排名，也不派发奖金。</Alert>
  return (
    <Card label="我的名次">
      <div className={css.own}>
        <p>
          <span className="t-12 faint">我的名次</span>
          <b className="fig fig--28">{t.place > 0 ? t.place : '—'}</b>
        </p>
        <p>
          <span className="t-12 faint">我的成绩</span>
          <b className="fig fig--20">{scoreText(t.measure, t.own.score)}</b>
        </p>
        <p>
          <span className="t-12 faint">{t.own.paid > 0 ? '已派发' : '目前奖金'}</span>
          <Money yuan={t.own.paid > 0 ? t.own.paid : t.own.prize} size={20} className="gold" />
        </p>
      </div>
      {t.own.next && <p className={`t-13 muted ${css.next}`}>{nextText(t)}</p>}
    </Card>
  )
}

function Top({ tournament: t }: Shown) {
  if (t.top.length === 0) return null
  return (
    <Card label="排行榜">
      <h2 className="t-15">排行榜</h2>
      <ol className={css.top}>
        {t.top.map(each => (
          <li key={each.place} className={each.own ? css.mine : undefined}>
            <b className={each.place <= 3 ? 'gold' : undefined}>{each.place}</b>
            <span>
              {each.name}
              {each.own && '（我）'}
            </span>
            <span className="t-13">{scoreText(t.measure, each.score)}</span>
            <span className="t-13 gold">{each.prize > 0 && `¥${yuanText(each.prize)}`}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const Prizes = ({ tournament: t }: Shown) => (
  <Card label="奖金">
    <h2 className="t-15">奖金</h2>
    <Pairs
      pairs={t.prize_list.map(line => ({
        label: placesText(line),
        value: <Money yuan={line.prize} />,
      }))}
    />
  </Card>
)

const Rules = ({ tournament: t }: Shown) => (
  <Card label="规则">
    <h2 className="t-15">规则</h2>
    <ul className={css.rules}>
      {rulesOf(t).map(rule => (
        <li key={rule} className="t-13 muted">
          {rule}
        </li>
      ))}
    </ul>
  </Card>
)
