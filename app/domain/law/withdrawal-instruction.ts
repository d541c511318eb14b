import { escapeMarkdown } from "~/domain/text/escape-markdown"
import type { ConsumerLaw } from "./consumer-law"

export interface Seller {
  name: string
  /** The postal address with line breaks */
  address: string
  telephone: string
  email: string
}

interface Instructed {
  seller: Seller
  /** The address of the online form */
  withdrawAt: string
  /** Whether the shop pays for the parcel that comes back */
  paysForReturns: boolean
}

interface Model {
  source: string
  /** The instructions, as Markdown */
  instruction(contact: string, withdrawAt: string, costs: string): string
  costs: { shop: string; customer: string }
  /** The form, as Markdown */
  form(trader: string): string
}

/**
 * The models of each law, whose wording frees the trader from proving that an own one is complete: do not edit them for
 * style. They are filled in for goods that come in one parcel and that customers send back themselves.
 */
export const withdrawalModels: Record<ConsumerLaw, Model> = {
  eu: {
    source: "Directive 2011/83/EU, Annex I, as amended by Directives (EU) 2019/2161 and (EU) 2023/2673",
    costs: {
      shop: "We will bear the cost of returning the goods.",
      customer: "You will have to bear the direct cost of returning the goods.",
    },
    instruction: (contact, withdrawAt, costs) => `## Right of withdrawal

You have the right to withdraw from this contract within 14 days without giving any reason.

The withdrawal period will expire after 14 days from the day on which you acquire, or a third party other than the carrier and indicated by you acquires, physical possession of the goods.

To exercise the right of withdrawal, you must inform us (${contact}) of your decision to withdraw from this contract by an unequivocal statement (e.g. a letter sent by post or email). You may use the attached model withdrawal form, but it is not obligatory. You can also exercise your right of withdrawal online at <${withdrawAt}>. If you use this online feature, we will send you an acknowledgement of receipt of the withdrawal on a durable medium (e.g. by email), including its content and the date and time of its submission, without undue delay.

To meet the withdrawal deadline, it is sufficient for you to send your communication concerning your exercise of the right of withdrawal before the withdrawal period has expired.

## Effects of withdrawal

If you withdraw from this contract, we shall reimburse to you all payments received from you, including the costs of delivery (with the exception of the supplementary costs resulting from your choice of a type of delivery other than the least expensive type of standard delivery offered by us), without undue delay and in any event not later than 14 days from the day on which we are informed about your decision to withdraw from this contract. We will carry out such reimbursement using the same means of payment as you used for the initial transaction, unless you have expressly agreed otherwise; in any event, you will not incur any fees as a result of such reimbursement.

We may withhold reimbursement until we have received the goods back or you have supplied evidence of having sent back the goods, whichever is the earliest.

You shall send back the goods or hand them over to us, without undue delay and in any event not later than 14 days from the day on which you communicate your withdrawal from this contract to us. The deadline is met if you send back the goods before the period of 14 days has expired.

${costs}

You are only liable for any diminished value of the goods resulting from the handling other than what is necessary to establish the nature, characteristics and functioning of the goods.`,
    form: (trader) => `## Model withdrawal form

(complete and return this form only if you wish to withdraw from the contract)

- To ${trader}:
- I/We (\\*) hereby give notice that I/We (\\*) withdraw from my/our (\\*) contract of sale of the following goods (\\*)/for the provision of the following service (\\*),
- Ordered on (\\*)/received on (\\*),
- Name of consumer(s),
- Address of consumer(s),
- Signature of consumer(s) (only if this form is notified on paper),
- Date

(\\*) Delete as appropriate.`,
  },
  uk: {
    source: "Consumer Contracts (Information, Cancellation and Additional Charges) Regulations 2013, Schedule 3",
    costs: {
      shop: "We will bear the cost of returning the goods.",
      customer: "You will have to bear the direct cost of returning the goods.",
    },
    instruction: (contact, withdrawAt, costs) => `## Right to cancel

You have the right to cancel this contract within 14 days without giving any reason.

The cancellation period will expire after 14 days from the day on which you acquire, or a third party other than the carrier and indicated by you acquires, physical possession of the goods.

To exercise the right to cancel, you must inform us (${contact}) of your decision to cancel this contract by a clear statement (e.g. a letter sent by post, fax or e-mail). You may use the attached model cancellation form, but it is not obligatory. You can also electronically fill in and submit the model cancellation form or any other clear statement on our website <${withdrawAt}>. If you use this option, we will communicate to you an acknowledgement of receipt of such a cancellation on a durable medium (e.g. by e-mail) without delay.

To meet the cancellation deadline, it is sufficient for you to send your communication concerning your exercise of the right to cancel before the cancellation period has expired.

## Effects of cancellation

If you cancel this contract, we will reimburse to you all payments received from you, including the costs of delivery (except for the supplementary costs arising if you chose a type of delivery other than the least expensive type of standard delivery offered by us).

We may make a deduction from the reimbursement for loss in value of any goods supplied, if the loss is the result of unnecessary handling by you.

We will make the reimbursement without undue delay, and not later than—

- (a) 14 days after the day we receive back from you any goods supplied, or
- (b) (if earlier) 14 days after the day you provide evidence that you have returned the goods, or
- (c) if there were no goods supplied, 14 days after the day on which we are informed about your decision to cancel this contract.

We will make the reimbursement using the same means of payment as you used for the initial transaction, unless you have expressly agreed otherwise; in any event, you will not incur any fees as a result of the reimbursement.

We may withhold reimbursement until we have received the goods back or you have supplied evidence of having sent back the goods, whichever is the earliest.

You shall send back the goods or hand them over to us, without undue delay and in any event not later than 14 days from the day on which you communicate your cancellation from this contract to us. The deadline is met if you send back the goods before the period of 14 days has expired.

${costs}

You are only liable for any diminished value of the goods resulting from the handling other than what is necessary to establish the nature, characteristics and functioning of the goods.`,
    form: (trader) => `## Model cancellation form

(Complete and return this form only if you wish to withdraw from the contract)

- To ${trader}:
- I/We [\\*] hereby give notice that I/We [\\*] cancel my/our [\\*] contract of sale of the following goods [\\*]/for the supply of the following service [\\*],
- Ordered on [\\*]/received on [\\*],
- Name of consumer(s),
- Address of consumer(s),
- Signature of consumer(s) (only if this form is notified on paper),
- Date

[\\*] Delete as appropriate`,
  },
}

/** Returns the instructions and the form as Markdown; empty settings are left out. */
export function withdrawalInstruction(law: ConsumerLaw, { seller, withdrawAt, paysForReturns }: Instructed): string {
  const { instruction, form, costs } = withdrawalModels[law]
  const address = seller.address
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join(", ")
  const list = (parts: string[]) => parts.filter(Boolean).map(escapeMarkdown).join(", ")
  const contact = list([seller.name, address, seller.telephone, seller.email])
  const trader = list(
    law === "eu" ? [seller.name, address, seller.email] : [seller.name, address, seller.telephone, seller.email],
  )
  const parts = [instruction(contact, withdrawAt, paysForReturns ? costs.shop : costs.customer), form(trader)]
  return parts.join("\n\n")
}
