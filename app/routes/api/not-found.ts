// GET, POST, PUT, DELETE /api/v1/*
import { failure } from "~/http/doorways/envelope.server"

export const loader = () => failure("There is no such endpoint", 404)

export const action = loader
