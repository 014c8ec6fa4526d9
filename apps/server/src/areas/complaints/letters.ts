// What members are told of a complaint, by letter in their inbox.
import { beijing } from '@tianping/money/day'
import { complaintOutcomes, type ComplaintOutcome } from '@tianping/contract/complaints/facts'
import type { MessageAbout } from '@tianping/contract/message/facts'
import type { ComplaintSetting } from './setting.ts'

type Case = { complaintNo: string; answerBy: Date }
type Body = ComplaintSetting['disputeBody']

const bodyText = ({ name, address, url }: Body) =>
  [name, address, url].filter(part => part !== '').join('，')

export const aboutComplaint = (complaintNo: string): MessageAbout => ({
  kind: 'service',
  link: `/complaint?no=${complaintNo}`,
})

export const acknowledgement = ({ complaintNo, answerBy }: Case) => ({
  title: `已收到您的投诉 ${complaintNo}`,
  text: `我们已收到您的投诉，编号 ${complaintNo}，将在 ${beijing(answerBy).slice(0, 10)} 前给出书面答复。您可在“投诉与申诉”查看进度和补充说明。`,
})

export const replied = ({ complaintNo }: Pick<Case, 'complaintNo'>) => ({
  title: `投诉 ${complaintNo} 有新回复`,
  text: '客服回复了您的投诉，请在“投诉与申诉”中查看。',
})

/** The final answer, with where to go from here. */
export const finalLetter = (
  { complaintNo }: Pick<Case, 'complaintNo'>,
  answer: { outcome: ComplaintOutcome; content: string },
  body: Body,
) => ({
  title: `投诉 ${complaintNo} 的最终答复`,
  text: `处理结果：${complaintOutcomes[answer.outcome]}。\n${answer.content}\n如您不同意，可免费向独立的争议解决机构申诉：${bodyText(body)}。`,
})

/** Sent by the clock when nobody has come to an answer. */
export const deadlockLetter = ({ complaintNo }: Pick<Case, 'complaintNo'>, body: Body) => ({
  title: `投诉 ${complaintNo}：未能在期限内解决`,
  text: `我们未能在期限内就您的投诉给出最终答复，我方流程到此结束。您可免费向独立的争议解决机构申诉：${bodyText(body)}。申诉时请提供编号 ${complaintNo}，我们会配合提供全部记录。`,
})
