import { z } from "zod"
import { ObjectId } from "~/domain/object-id"
import { versionSchema } from "~/domain/records/record-version"
import type { TestAnswer } from "./gateway"
import { allMethods, isOnlineMethod } from "./online-methods"

/** The checkout shown on the page, so that no other one is paid */
const checkout = ObjectId.nullable().default(null)

const CHOOSE = "Choose how to pay"

export const MethodFields = z.object({ method: z.string(CHOOSE).pipe(z.enum(allMethods, CHOOSE)), checkout })

const answers = ["approve", "decline", "approve-later", "fail-later"] as const satisfies readonly TestAnswer[]

const ANSWER = "Approve or decline the payment"

export const TestAnswerFields = z.object({ answer: z.string(ANSWER).pipe(z.enum(answers, ANSWER)), checkout })

export const OnlinePaymentForm = z.object({
  snapshot: versionSchema,
  onlineMethods: z
    .union([z.array(z.string()), z.string().transform((method) => [method])], "Please choose methods from the list")
    .default([])
    .refine((methods) => methods.every(isOnlineMethod), "Please choose methods from the list"),
})
