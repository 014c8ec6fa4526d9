import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { EndLine, Failed, Skeleton, SkeletonRows } from '../ui/states.tsx'
import { Example } from './Example.tsx'

const nothing = () => undefined

export const States = () => (
  <>
    <Example name="Empty: plain, with words and a way on">
      <Empty />
      <Empty picture="letters" title="人工存款" next={<Button size={44}>联系客服</Button>}>
        由客服为您提供收款方式，并人工入账
      </Empty>
    </Example>
    <Example name="Failed: no answer, the server's words, busy">
      <Failed onRetry={nothing} />
      <Failed words="系统维护中，请稍后再试" onRetry={nothing} />
      <Failed busy onRetry={nothing} />
    </Example>
    <Example name="Skeleton, SkeletonRows">
      <Skeleton height="16px" width="56%" />
      <SkeletonRows rows={2} />
    </Example>
    <Example name="EndLine">
      <EndLine />
      <EndLine text="没有更多了~" />
    </Example>
  </>
)
