import type { Catalogue } from '../say.ts'

/** What the form of a verification checks. */
export const verificationForm = {
  'verification.name_missing': '请输入证件上的姓名',
  'verification.number_format': '请输入正确的证件号码',
  'verification.birthday_format': '请输入正确的出生日期',
  'verification.birthday_differs': '出生日期与身份证号码不符',
  'verification.expiry_format': '请输入正确的证件有效期',
  'verification.paper_expired': '证件已过期，请使用有效证件',
  'verification.address_missing': '请输入证明上的住址',
  'verification.purpose_missing': '请选择账户用途',
  'verification.expected_missing': '请选择预计每月存款',
  'verification.funds_missing': '请选择资金来源',
  'verification.consent_missing': '请先阅读并勾选全部同意项',
} as const satisfies Catalogue

export const verificationTexts = {
  'verification.file_missing': '请选择文件',
  'verification.file_format': '仅支持 JPG、PNG 图片或 PDF 文件',
  'verification.file_unreadable': '文件无法识别，请重新拍摄或更换',
  'verification.file_gone': [404, '该文件已不存在'],
  'verification.files_many': '最多上传{max}份文件，请先删除不需要的',
  'verification.kind_unneeded': '当前认证不需要这份资料',
  'verification.document_missing': '请先上传{document}',
  'verification.in_review': [409, '资料审核中，暂不能修改'],
  'verification.nothing_due': [409, '您已完成认证，无需重复提交'],
  'verification.nothing_collected': [409, '请先上传资料'],
  'verification.tries_over': '认证多次未通过，请联系客服',
  'verification.under_age': '须年满{age}周岁',
  'verification.birthday_proven': '出生日期已通过认证，如需更正请联系客服',
  'verification.deposit_tier': [
    403,
    '近30天存款将达到 ¥{sum}，请先完成{tier}，可在“我的-身份认证”办理',
  ],
  'verification.assessment_due': [403, '账户正在核查，暂不能存款与游戏，取款不受影响'],
  'verification.tier_missing': [403, '请先完成{tier}，可在“我的-身份认证”办理'],
} as const satisfies Catalogue

/** What is refused to operators and to the provider. */
export const verificationDeskTexts = {
  'verification.not_found': [404, '认证申请不存在'],
  'verification.decided': [409, '该申请已由{by}{how}'],
  'verification.not_ready': [409, '该申请尚未提交或正等待会员补充'],
  'verification.name_differs': [409, '证件姓名与账户真实姓名不一致，请先核实并更正姓名'],
  'verification.tier_below': [409, '会员目前的认证等级不足，须先完成{tier}'],
  'verification.reason_missing': '请选择原因',
  'verification.not_approved': [409, '只有已通过且仍有效的认证可以撤销'],
  'verification.no_assessment': [404, '该会员没有待完成的评估'],
  'verification.signature': [403, '签名无效'],
  'verification.unknown_check': [404, '没有这项核验'],
  'verification.conflict': [409, '同一决定编号对应了不同的内容'],
} as const satisfies Catalogue
