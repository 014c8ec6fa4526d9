import { packetHoursText, packetRuleTexts } from '@tianping/contract/ruleTexts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApp, useRules } from '../../app/account.ts'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { inviteToLogin } from '../../app/routes/gate.ts'
import { back } from '../../app/routes/navigation.ts'
import { useLoggedIn } from '../../app/session.ts'
import { ServiceLink } from '../../app/shell/BackBar.tsx'
import { texts } from '../../app/texts.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { Claim } from './Claim.tsx'
import { Overlays, type Overlay } from './Overlays.tsx'
import { ProofSheet } from './ProofSheet.tsx'
import { Records } from './Records.tsx'
import { RuleTable } from './RuleTable.tsx'
import { actionOf, hoursOf, isOver, type Info } from './stages.ts'
import { useDraw, usePacket } from './usePacket.ts'
import { Windows } from './Windows.tsx'
import css from './hongbao.module.css'

/** Says why nothing can be claimed, when the page opens. */
function useGreeting(closed: boolean, held: boolean) {
  const greet = useEffectEvent(() => {
    if (closed) toast(texts.redPacketClosed, 'danger')
    else if (!held) void inviteToLogin()
  })
  useEffect(() => greet(), [closed, held])
}

/** What lies over the page, and what a press of the claim button leads to. */
function useClaim(held: boolean, info: Info | undefined) {
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const won = (yuan: number, id: string) => setOverlay({ kind: 'won', yuan, id })
  const draw = useDraw({
    won,
    late: kind => setOverlay({ kind }),
  })
  function press() {
    if (!held) return void inviteToLogin()
    if (!info) return
    const action = actionOf(info)
    if (action === 'claim') draw.run()
    else if (action === 'closed') toast(texts.redPacketClosed, 'danger')
    else setOverlay({ kind: action })
  }
  // Left open over night, 今日已结束 would still stand there in the next hours.
  const past = overlay?.kind === 'ended' && info !== undefined && !isOver(info)
  return { draw, press, won, overlay: past ? null : overlay, close: () => setOverlay(null) }
}

/** The daily red packets: how many claims are left, the claim, and the rules behind both. */
export default function HongbaoPage() {
  const held = useLoggedIn()
  const closed = useApp()?.redpacket_switch === 0
  const rules = useRules()
  const packet = usePacket()
  const info = packet.data
  const { draw, press, won, overlay, close } = useClaim(held, info)
  const [proof, setProof] = useState({ id: '', open: false })
  const verify = (id: string) => setProof({ id, open: true })
  useGreeting(closed, held)

  return (
    <main>
      <Head hours={info ? hoursOf(info.claim) : packetHoursText(rules)} />
      {closed ? (
        <div className={css.closed}>
          <Empty title={texts.redPacketClosed}>活动开放后即可在此领取</Empty>
        </div>
      ) : (
        <Claim info={info} busy={draw.busy} refusal={draw.error} onPress={press} />
      )}
      <div className={`page stack ${css.main}`}>
        {packet.isError && !info && <FailedAnswer of={packet} />}
        <Windows shown={!closed} onWon={won} />
        {held && !packet.isError && <RuleTable info={info} />}
        {info && <Records rows={info.data} onVerify={verify} />}
        {!packet.isLoading && <Rules lines={packetRuleTexts(rules)} />}
      </div>
      <Overlays
        overlay={overlay}
        info={info}
        onClose={close}
        onAgain={press}
        onOpen={() => void packet.refetch()}
        onVerify={verify}
      />
      {proof.id !== '' && (
        <ProofSheet {...proof} onClose={() => setProof({ ...proof, open: false })} />
      )}
    </main>
  )
}

const Head = ({ hours }: { hours: string }) => (
  <div className={css.luck}>
    <header className="bar">
      <IconButton icon="back" size={24} label="返回" onClick={back} />
      <div className="end">
        <ServiceLink />
      </div>
    </header>
    <div className={css.head}>
      <h1>天天抢红包</h1>
      <p>
        <Icon name="clock" size={16} />
        {hours}
      </p>
    </div>
    <img className={css.art} src="/art/packet-closed.webp" width={176} height={220} alt="" />
  </div>
)

const Rules = ({ lines }: { lines: string[] }) => (
  <section className={`card card--pad ${css.rules}`}>
    <h2>活动规则</h2>
    {lines.map(line => (
      <p key={line}>{line}</p>
    ))}
  </section>
)
