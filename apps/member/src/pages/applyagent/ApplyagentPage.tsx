import { agentRules } from '@tianping/contract/agent/rules'
import { useUser, type User } from '../../app/account.ts'
import { Form, SubmitBar } from '../../app/form/Form.tsx'
import { href } from '../../app/routes/paths.ts'
import { useLoggedIn } from '../../app/session.ts'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm, type FormState } from '../../app/form/useForm.ts'
import { ActionBar, ButtonLink } from '../../ui/Button.tsx'
import { Alert, Card, Steps } from '../../ui/Card.tsx'
import { TextArea, TextField } from '../../ui/field/Field.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { empty, useApplyAgent, type Application } from './useApplyAgent.ts'
import css from './applyagent.module.css'

/** 合营计划: what partners get, and the application for members. */
export default function ApplyagentPage() {
  const held = useLoggedIn()
  const user = useUser()
  return (
    <main>
      <div className={`page stack ${css.top}`}>
        <section className={`vault vault--gold ${css.promo}`}>
          <div>
            <h2>加入我们，共赢财富</h2>
            <p>邀请好友，按月结算佣金，每一笔都可以逐行核对</p>
          </div>
          <span>
            <Icon name="hands" size={28} />
          </span>
        </section>
        <Card>
          <Steps steps={['提交申请', '人工审核', '获得专属链接']} />
        </Card>
      </div>
      {user?.isagent === 1 ? (
        <Partner />
      ) : (
        <ApplyForm key={user?.id ?? 0} user={user} held={held} />
      )}
    </main>
  )
}

const Partner = () => (
  <>
    <div className="page">
      <Alert kind="blue" icon="check">
        您已是合营伙伴，佣金与下级数据请在代理后台查看。
      </Alert>
    </div>
    <ActionBar>
      <ButtonLink href={href('/gamePage', { dailiD: '1' })}>代理登录</ButtonLink>
    </ActionBar>
  </>
)

const clean = ({ mobile, apply_info }: Application) => ({
  mobile: mobile.trim(),
  apply_info: apply_info.trim(),
})

function ApplyForm({ user, held }: { user: User | undefined; held: boolean }) {
  const form = useForm({
    empty,
    clean,
    rule: agentRules,
    draft: { name: 'applyagent', typed: ['mobile', 'apply_info'] },
  })
  const apply = useApplyAgent({ failed: form.refused, done: form.clear })
  return (
    <Form form={form} action={apply}>
      <div className="page stack">
        <Fields form={form} user={user} />
        <Refusal form={form} />
        <p className={css.ask}>
          想先了解更多？<a href={href('/kefu')}>咨询合营客服</a>
        </p>
      </div>
      {held ? (
        <SubmitBar>加入我们</SubmitBar>
      ) : (
        <ActionBar>
          <ButtonLink href={href('/login', { redirect: '/applyagent' })}>加入我们</ButtonLink>
        </ActionBar>
      )}
    </Form>
  )
}

/** Who applies, as the account has it, and what the member writes. */
const Fields = ({ form, user }: { form: FormState<Application>; user: User | undefined }) => (
  <Card className={css.fields}>
    <TextField
      label="用户名"
      value={user?.username ?? ''}
      onChange={() => undefined}
      readOnly
      placeholder="登录后显示"
    />
    <TextField
      label="真实姓名"
      value={user?.realname ?? ''}
      onChange={() => undefined}
      readOnly
      placeholder="登录后显示"
    />
    <TextField
      {...form.field('mobile')}
      label="联系方式"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={16}
      placeholder="请输入手机号"
    />
    <TextArea
      {...form.field('apply_info')}
      label="申请理由"
      maxLength={500}
      placeholder="请说说您的推广渠道与经验"
    />
  </Card>
)
