import { FactorSheet } from '../../app/factor/FactorSheet.tsx'
import type { Half, useSecondStep } from './useSecondStep.ts'

type Props = { half: Half | null } & ReturnType<typeof useSecondStep>

/** The second step of a log-in: the password was right, and the account asks for more. */
export const SecondStep = ({ half, show, busy, leave }: Props) => (
  <FactorSheet
    open={half !== null}
    title="双重验证"
    lead="您的账户已开启双重验证，请完成验证后登录。"
    methods={half?.methods ?? []}
    busy={busy}
    onShow={show}
    onClose={leave}
  />
)
