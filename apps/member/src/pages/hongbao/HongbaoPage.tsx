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
import { Empty } from '../../ui/states.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { Claim } from './Claim.tsx'
import { Overlays, type Overlay } from './Overlays.tsx'
import { ProofSheet } from './ProofSheet.tsx'
import { Records } from './Records.tsx'
import { RuleTable } from './RuleTable.tsx'
import { deedOf, hoursOf, isOver } from './stages.ts'
import { useDraw, usePacket } from './usePacket.ts'
import css from './hongbao.module.css'

/** The daily red packets: how many claims are left, the claim, and the rules behind both. */
export default function HongbaoPage() {
  const held = useLoggedIn()
  const closed = useApp()?.redpacket_switch === 0
  const rules = useRules()
  const packet = usePacket()
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const [proof, setProof] = useState({ id: '', open: false })
  const draw = useDraw({
    won: (yuan, id) => setOverlay({ kind: 'won', yuan, id }),
    late: kind => setOverlay({ kind }),
  })
  const info = packet.data
  // Left open over night, 今日已结束 would still stand there in the next hours.
  const shown = overlay?.kind === 'ended' && info && !isOver(info) ? null : overlay

  const greet = useEffectEvent(() => {
    if (closed) toast(texts.redPacketClosed, 'danger')
    else if (!held) void inviteToLogin()
  })
  useEffect(() => greet(), [closed, held])

  function press() {
    if (!held) return void inviteToLogin()
    if (!info) return
    const deed = deedOf(info)
    if (deed === 'claim') draw.run()
    else if (deed === 'closed') toast(texts.redPacketClosed, 'danger')
    else setOverlay({ kind: deed })
  }

  return (
    <main>
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
            {info ? hoursOf(info.claim) : packetHoursText(rules)}
          </p>
        </div>
        <img className={css.art} src="/art/packet-closed.webp" width={176} height={220} alt="" />
      </div>
      {closed ? (
        <div className={css.closed}>
          <Empty title={texts.redPacketClosed}>活动开放后即可在此领取</Empty>
        </div>
      ) : (
        <Claim info={info} busy={draw.busy} refusal={draw.error} onPress={press} />
      )}
      <div className={`page stack ${css.main}`}>
        {packet.isError && !info && <FailedAnswer of={packet} />}
        {held && !packet.isError && <RuleTable info={info} />}
        {info && <Records rows={info.data} onVerify={id => setProof({ id, open: true })} />}
        {!packet.isLoading && <Rules lines={packetRuleTexts(rules)} />}
      </div>
      <Overlays
        overlay={shown}
        info={info}
        onClose={() => setOverlay(null)}
        onAgain={press}
        onOpen={() => void packet.refetch()}
        onVerify={id => setProof({ id, open: true })}
      />
      {proof.id !== '' && (
        <ProofSheet
          id={proof.id}
          open={proof.open}
          onClose={() => setProof({ ...proof, open: false })}
        />
      )}
    </main>
  )
}

const Rules = ({ lines }: { lines: string[] }) => (
  <section className={`card card--pad ${css.rules}`}>
    <h2>活动规则</h2>
    {lines.map(line => (
      <p key={line}>{line}</p>
    ))}
  </section>
)
